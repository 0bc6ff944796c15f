export {
  BINDING_KEY,
  bindingFor,
  bindingsIn,
  editorAddress,
  formatBinding,
  parseBinding,
  type BindingReading,
  type EditorBinding
} from './binding'
export { toDelivered, type Delivered } from './delivered'
export type { DocumentContent, DocumentMetadata, DocumentProblem, StructuredDocument } from './document'
export { publishedPage } from './published'
export { documentIn, parseDocument, type DocumentReading, type DocumentRefusal } from './read'
export {
  isSchemaPlace,
  readSchemaDocument,
  schemaAddress,
  schemaFolder,
  schemaIdFor,
  writeSchemaDocument,
  type SchemaPlace
} from './schema-document'
export { orderedData, typedData } from './values'
export { newDocument, writeDocument, type WriteOptions } from './write'
export { schemaNameIn } from './schema-name'
