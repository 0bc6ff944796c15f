export { Palette } from './Palette'
export { openPalette } from './palette-state'
