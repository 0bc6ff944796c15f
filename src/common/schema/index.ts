export { hasContent, prune } from './content'
export { defaultsFor, newItem } from './defaults'
export { childField, fieldAt, isReadOnlyAt, propertyAt } from './field-at'
export type { FieldError } from './field-errors'
export { groupsOf, isLeaf } from './fields'
export type { ArrayField, Field, ObjectField, Property, Schema } from './fields'
export { firstFault } from './first-fault'
export type { SchemaIssue, SchemaIssueReason, Severity } from './issues'
export {
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  sameJson,
  type JsonObject,
  type JsonValue
} from '../json/value'
export { locate } from './locate'
export { isReservedKey, isWellFormedKey } from './keys'
export {
  childPointer,
  isAtOrBelow,
  parentPointer,
  segmentsOfPointer,
  valueAt,
  withValueAt,
  type Pointer
} from '../json/pointer'
export { readSchema, type SchemaReading } from './read-schema'
export { titleAt, titlesAt } from './titles'
export { createValidation, validate, type Validation } from './validation'
