export { hasContent, prune } from './content'
export { defaultsFor, newItem } from './defaults'
export { childField, fieldAt, isReadOnlyAt, propertyAt } from './field-at'
export type { FieldError, FieldRule } from './field-errors'
export { groupsOf, isLeaf } from './fields'
export type {
  ArrayField,
  BooleanField,
  Field,
  FieldGroup,
  FieldKind,
  LeafField,
  NumberField,
  ObjectField,
  Property,
  Schema,
  StringField,
  UnsupportedField
} from './fields'
export { firstFault } from './first-fault'
export type { SchemaIssue, SchemaIssueReason, Severity, TextPosition } from './issues'
export {
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  sameJson,
  type JsonObject,
  type JsonValue
} from '../json/value'
export { locate, type TextPlace } from './locate'
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
export { titleAt, titlesAt, type PlaceTitle } from './titles'
export { createValidation, validate, type Validation } from './validation'
