import type { JsonValue } from '../json/value'
import type { NumberLimits } from './number-limits'
import type { TextLimits } from './text-limits'
import type { Pointer } from '../json/pointer'
import type { SchemaIssueReason } from './issues'

/**
 * A schema after reading (F2): references followed, keywords checked, constructs outside the subset left out.
 * Fields are shared: a definition that is used twice at the same depth is one object. So a field does not
 * know its key; the `Property` that leads to it does.
 */
export interface Schema {
  readonly title: string | null
  readonly description: string | null
  /** An object or an array; `unsupported` when the root is neither. */
  readonly root: Field
}

export type Field = ObjectField | ArrayField | StringField | NumberField | BooleanField | UnsupportedField
/** A field with one value that a single control edits. */
export type LeafField = StringField | NumberField | BooleanField

export interface Property {
  readonly key: string
  /** The field's title, else the key. */
  readonly label: string
  readonly required: boolean
  /** 0-based place among its object's properties, in the order of the schema. */
  readonly order: number
  readonly field: Field
}

interface FieldBasics {
  readonly title: string | null
  /** Help for the author. */
  readonly description: string | null
  /** The value may be seen and not changed; on an array also no add, insert, remove or reorder. */
  readonly readOnly: boolean
  /** As the schema gives it, and only when it has the field's kind. */
  readonly default: JsonValue | undefined
  /** Where the sub-schema is written in the schema document; for a `$ref` the definition it leads to. */
  readonly source: Pointer
}

export interface ObjectField extends FieldBasics {
  readonly kind: 'object'
  readonly properties: readonly Property[]
  readonly byKey: ReadonlyMap<string, Property>
}

export interface ArrayField extends FieldBasics {
  readonly kind: 'array'
  readonly items: Field
  /** What one item is called: the title of `items`, else “item”. */
  readonly itemLabel: string
  readonly minItems: number | null
  readonly maxItems: number | null
}

export interface StringField extends FieldBasics, TextLimits {
  readonly kind: 'string'
  /** `x-semantic-type: "long-text"` without an `enum`: shown as a text area. */
  readonly multiline: boolean
  readonly options: readonly string[] | null
}

export interface NumberField extends FieldBasics, NumberLimits {
  readonly kind: 'number' | 'integer'
  readonly options: readonly number[] | null
}

interface BooleanField extends FieldBasics {
  readonly kind: 'boolean'
  readonly options: readonly boolean[] | null
}

/** Not shown in the form; the stored value below it is kept as it is. */
export interface UnsupportedField extends FieldBasics {
  readonly kind: 'unsupported'
  readonly reason: SchemaIssueReason
}

/** The largest number of `$ref` expansions on the way to a field (description, Limits; F2). */
export const MAX_REF_DEPTH = 10
/** Objects and arrays inside each other, counted without references; deeper ones are `too-deep`. */
export const MAX_NESTING = 64
/** Fields of one schema after reading; beyond it the rest is `too-large`. */
export const MAX_FIELDS = 100_000

/** What the form draws in one go: a run of leaves, or one object or array with a heading of its own. */
type FieldGroup =
  | { readonly kind: 'leaves'; readonly properties: readonly Property[] }
  | { readonly kind: 'section'; readonly property: Property }

/**
 * The properties in the schema's order, leaves that follow each other taken together; unsupported ones left
 * out.
 */
export function groupsOf(field: ObjectField): FieldGroup[] {
  const groups: FieldGroup[] = []
  let run: Property[] | null = null
  for (const property of field.properties) {
    const { kind } = property.field
    if (kind === 'unsupported') continue
    if (kind === 'object' || kind === 'array') {
      groups.push({ kind: 'section', property })
      run = null
    } else if (run) {
      run.push(property)
    } else {
      run = [property]
      groups.push({ kind: 'leaves', properties: run })
    }
  }
  return groups
}

export function isLeaf(field: Field): field is LeafField {
  return field.kind !== 'object' && field.kind !== 'array' && field.kind !== 'unsupported'
}
