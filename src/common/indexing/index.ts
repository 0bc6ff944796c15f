export { DEFINITION_FILE } from './definition-file'
export {
  indexMembers,
  propertyMembers,
  readDefinition,
  topMembers,
  type Definition,
  type DefinitionReading,
  type IndexDefinition,
  type PropertyDefinition
} from './definition'
export { completionsAt, type Completion } from './completion'
export { functions, variables, type IndexFunction } from './expressions'
export type { Issue, Severity } from './issues'
