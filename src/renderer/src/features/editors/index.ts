export { EditorPane } from './EditorPane'
