export { useStructuredCommands } from './commands/structured-commands'
export { StructuredGate } from './document/StructuredGate'
export { isSchemaHome } from '../schemas/schema-library'
