export { DEFINITION_FILE } from './definition-file'
export {
  readDefinition,
  type Definition,
  type DefinitionReading,
  type IndexDefinition,
  type PropertyDefinition
} from './definition'
export { completionsAt, type Completion } from './completion'
export type { Issue } from './issues'
