import { assertNever } from '../errors'
import type { Field, LeafField, NumberField, StringField } from './fields'
import type { FieldRule } from './field-errors'
import { numberBreach } from './number-limits'
import { textBreach } from './text-limits'
import type { JsonValue } from '../json/value'

/** What a value breaks, without its place. */
export interface Breach {
  readonly rule: FieldRule
  readonly message: string
  readonly limit?: number
}

/**
 * The first rule that a present value breaks, `null` when it breaks none (F2, messages of map A in plainer
 * words).
 */
export function checkLeaf(field: LeafField, value: JsonValue): Breach | null {
  switch (field.kind) {
    case 'string':
      return typeof value === 'string' ? checkString(field, value) : wrongKind(field)
    case 'number':
    case 'integer':
      return typeof value === 'number' && Number.isFinite(value)
        ? checkNumber(field, value)
        : noNumber(field, value)
    case 'boolean':
      if (typeof value !== 'boolean') return wrongKind(field)
      return field.options && !field.options.includes(value) ? notAnOption(field.options) : null
    default:
      return assertNever(field)
  }
}

/** The breach of a value that is not of the field's kind. */
export function wrongKind(field: Field): Breach {
  return { rule: 'type', message: kindMessages[field.kind] }
}

/** Of text in a number field: what about it is no number, where that can be told. */
function noNumber(field: NumberField, value: JsonValue): Breach {
  const { rule, message } = wrongKind(field)
  if (typeof value !== 'string') return { rule, message }
  if (/^\s*[+-]?\d{16,}\s*$/.test(value))
    return { rule, message: `${message} This one is too long to be kept exactly.` }
  if (/\d[,.'’\s]\d/.test(value))
    return { rule, message: `${message} Write it with a point and without other marks, such as 1234.5.` }
  return { rule, message }
}

/** The breach of a place that has to hold something and does not. */
export function missing(field: Field): Breach {
  if (field.kind === 'object') return { rule: 'required', message: 'This section is required.' }
  if (field.kind === 'array') return { rule: 'required', message: 'At least one item is required.' }
  return { rule: 'required', message: 'This field is required.' }
}

const kindMessages: Readonly<Record<Field['kind'], string>> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  integer: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be a group of fields.',
  unsupported: 'This cannot be edited here.'
}

const MAX_OPTIONS_SHOWN = 6

function notAnOption(options: readonly (string | number | boolean)[]): Breach {
  const message =
    options.length <= MAX_OPTIONS_SHOWN
      ? `Choose one of: ${options.join(', ')}.`
      : 'Choose one of the options.'
  return { rule: 'enum', message }
}

function checkString(field: StringField, value: string): Breach | null {
  if (field.options) return isAmong(field.options, value) ? null : notAnOption(field.options)
  return textBreach(field, value)
}

function checkNumber(field: NumberField, value: number): Breach | null {
  if (field.kind === 'integer' && !Number.isInteger(value)) return wrongKind(field)
  if (field.options && !field.options.includes(value)) return notAnOption(field.options)
  return numberBreach(field, value)
}

/** Lists are compared as sets once they are long; a schema may list thousands. */
const optionSets = new WeakMap<readonly string[], ReadonlySet<string>>()

function isAmong(options: readonly string[], value: string): boolean {
  if (options.length < 16) return options.includes(value)
  let set = optionSets.get(options)
  if (!set) optionSets.set(options, (set = new Set(options)))
  return set.has(value)
}
