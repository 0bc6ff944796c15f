export { KeptPanes } from '../../shell/KeptPanes'
export { EditorMenu } from '../../engines/monaco/EditorMenu'
