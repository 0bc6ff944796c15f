import { assertNever } from '../errors'
import type { ArrayField, Field, ObjectField, Schema } from './fields'
import { isJsonObject, member, objectOf, type JsonValue } from '../json/value'

/**
 * The data of a new document (map A): the schema's defaults; `false` for switches without one; and for a
 * required list as many blank items as it needs, so that there is something to fill in. Never applied again
 * later: what an author clears stays clear. A switch without a default inside an optional section is left
 * out, so that a section nobody has touched stays absent.
 */
export function defaultsFor(schema: Schema): JsonValue {
  const { root } = schema
  const room = { left: MAX_VALUES }
  if (root.kind === 'array') return root.default ?? blankItems(root, room)
  return startOf(root, { asked: true, rows: true, room }) ?? {}
}

/**
 * One new item (map A): the default, else an object with its members' defaults, `''`, `false`, `[]`, or
 * `null` for a number. What is empty in it counts as absent and is not stored.
 */
export function newItem(field: ArrayField): JsonValue {
  return itemOf(field, { left: MAX_VALUES })
}

/** What an empty control of this kind holds. */
export function blankOf(field: Field): JsonValue {
  switch (field.kind) {
    case 'object':
      return {}
    case 'array':
      return []
    case 'string':
      return ''
    case 'boolean':
      return false
    case 'number':
    case 'integer':
    case 'unsupported':
      return null
    default:
      return assertNever(field)
  }
}

/** Definitions that refer to themselves would unfold to millions of defaults: fewer are made. */
const MAX_VALUES = 10_000
/** More blank items than this are not made at once, whatever `minItems` says. */
const MAX_BLANK_ITEMS = 50

interface Start {
  /** An author has to fill this in, or has just asked for it. */
  readonly asked: boolean
  /** Required lists get blank items; not so inside other lists' items. */
  readonly rows: boolean
  readonly room: { left: number }
}

function itemOf({ items }: ArrayField, room: Start['room']): JsonValue {
  return startOf(items, { asked: true, rows: false, room }) ?? blankOf(items)
}

function startOf(field: Field, start: Start): JsonValue | undefined {
  if (start.room.left-- <= 0) return undefined
  if (field.kind === 'object') return objectStart(field, start)
  if (field.default !== undefined) return field.default
  return field.kind === 'boolean' && start.asked ? false : undefined
}

function objectStart(field: ObjectField, start: Start): JsonValue | undefined {
  const given = isJsonObject(field.default) ? field.default : {}
  const entries = field.properties.flatMap(({ key, required, field: child }) => {
    const own = member(given, key)
    if (own !== undefined) return [[key, own] as const]
    const asked = start.asked && (required || child.kind !== 'object')
    const wantsRows = child.kind === 'array' && required && start.asked && start.rows
    const value =
      wantsRows && child.default === undefined
        ? blankItems(child, start.room)
        : startOf(child, { ...start, asked })
    return value === undefined ? [] : [[key, value] as const]
  })
  const known = new Set(entries.map(([key]) => key))
  const all = [...entries, ...Object.entries(given).filter(([key]) => !known.has(key))]
  return all.length === 0 ? undefined : objectOf(all)
}

function blankItems(field: ArrayField, room: Start['room']): JsonValue {
  if (field.items.kind === 'unsupported') return []
  const count = Math.min(Math.max(field.minItems ?? 0, 1), field.maxItems ?? Infinity, MAX_BLANK_ITEMS)
  return Array.from({ length: count }, () => itemOf(field, room))
}
