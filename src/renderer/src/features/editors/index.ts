export { KeptPanes } from './KeptPanes'
export { EditorMenu } from './EditorMenu'
