export { askWhoChanged, useWhoChangedCommand, WHO_CHANGED, WHO_CHANGED_SHORTCUT } from './who-changed'
export { useWhoChangedInForm } from './useWhoChangedInForm'
export { useWhoChangedInGrid } from './useWhoChangedInGrid'
export { useWhoChangedInText } from './useWhoChangedInText'
