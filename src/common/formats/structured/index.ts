export {
  BINDING_KEY,
  bindingFor,
  bindingsIn,
  editorAddress,
  formatBinding,
  parseBinding,
  type EditorBinding
} from './binding'
export { toDelivered } from './delivered'
export type { DocumentMetadata, DocumentProblem, StructuredDocument } from './document'
export { publishedPage } from './published'
export { documentIn, parseDocument, seemsStructured, type DocumentReading } from './read'
export {
  isSchemaPlace,
  readSchemaDocument,
  schemaAddress,
  schemaFolder,
  schemaIdFor,
  writeSchemaDocument
} from './schema-document'
export { orderedData, typedData, typedValue } from './values'
export { documentParts, newDocument, writeDocument } from './write'
export { WrittenBlocks } from './written-blocks'
export { schemaNameIn } from './schema-name'
