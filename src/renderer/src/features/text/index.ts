export { useDocumentCommands } from './document-commands'
export { feature } from './feature'
