export { EditorPane } from './EditorPane'
export { EditorMenu } from './EditorMenu'
