export { askWhoChanged, useWhoChangedCommand, WHO_CHANGED } from './who-changed'
export { useWhoChangedInForm } from './useWhoChangedInForm'
export { useWhoChangedInGrid } from './useWhoChangedInGrid'
export { useWhoChangedInText } from './useWhoChangedInText'
