export {
  DEFINITION_FILE,
  indexMembers,
  propertyMembers,
  readDefinition,
  topMembers,
  type Definition,
  type DefinitionReading,
  type IndexDefinition,
  type PropertyDefinition
} from './definition'
export { functions, variables, type IndexFunction } from './expressions'
export type { Issue, Severity } from './issues'
