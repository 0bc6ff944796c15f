export { useStructuredCommands } from './commands/structured-commands'
export { StructuredGate } from './document/StructuredGate'
export { isSchemaHome } from '../../documents/schemas/library'
