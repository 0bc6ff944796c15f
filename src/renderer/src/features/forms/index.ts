export { isSchemaHome, StructuredGate } from './document/StructuredGate'
