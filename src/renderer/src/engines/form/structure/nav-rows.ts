import { isLeaf, type Field } from '../../../../../common/schema/fields'
import { childPointer, valueAt, type Pointer } from '../../../../../common/json/pointer'
import { isJsonArray } from '../../../../../common/json/value'
import type { FormStore } from '../store/form-store'
import { isDeepAndAbsent } from './first-places'
import { itemName } from './item-name'

/** One line of the navigation: the document, a section, a list, or an item of a list. */
export interface NavRow {
  readonly pointer: Pointer
  readonly label: string
  /** `#3` of an item. */
  readonly number: number | null
  readonly depth: number
  /** How many items a list has. */
  readonly count: number | null
  readonly open: boolean | null
  readonly errors: number
}

/** Lists longer than this begin closed. */
const SHORT = 12

/** @param toggled places that the person opened or closed against their beginning */
export function navRows(store: FormStore, toggled: ReadonlySet<string>): NavRow[] {
  const errors = errorsBelow(store)
  const rows: NavRow[] = []
  const add = (field: Field, pointer: Pointer, label: string, number: number | null, depth: number): void => {
    const value = valueAt(store.data, pointer)
    if (depth > 1 && number === null && isDeepAndAbsent(depth, value)) return
    const count = field.kind === 'array' ? (isJsonArray(value) ? value.length : 0) : null
    const closedFirst = count !== null && count > SHORT
    const open = holdsGroups(field, count) ? toggled.has(store.identity(pointer)) === closedFirst : null
    rows.push({ pointer, label, number, depth, count, open, errors: errors.get(pointer) ?? 0 })
    if (!open) return
    for (const group of groupsBelow(field, pointer, store))
      add(group.field, group.pointer, group.label, group.number, depth + 1)
  }
  const { schema } = store
  add(schema.root, '', schema.title ?? 'Document', null, 0)
  return rows
}

/** Whether two trees look the same. */
export function sameRows(a: readonly NavRow[], b: readonly NavRow[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, index) => {
      const other = b[index]
      return (
        other !== undefined &&
        row.pointer === other.pointer &&
        row.label === other.label &&
        row.depth === other.depth &&
        row.count === other.count &&
        row.open === other.open &&
        row.errors === other.errors
      )
    })
  )
}

interface Below {
  readonly field: Field
  readonly pointer: Pointer
  readonly label: string
  readonly number: number | null
}

function holdsGroups(field: Field, count: number | null): boolean {
  if (field.kind === 'object') {
    return field.properties.some(({ field: below }) => below.kind === 'object' || below.kind === 'array')
  }
  return (
    field.kind === 'array' && count !== 0 && (field.items.kind === 'object' || field.items.kind === 'array')
  )
}

/** Map A: only objects, lists, and items that are one of the two. */
function groupsBelow(field: Field, pointer: Pointer, store: FormStore): Below[] {
  if (field.kind === 'object') {
    return field.properties
      .filter((property) => property.field.kind === 'object' || property.field.kind === 'array')
      .map(({ key, label, field: below }) => ({
        field: below,
        pointer: childPointer(pointer, key),
        label,
        number: null
      }))
  }
  if (field.kind !== 'array' || isLeaf(field.items) || field.items.kind === 'unsupported') return []
  return store.items(pointer).map((_, index) => {
    const place = childPointer(pointer, index)
    return { field: field.items, pointer: place, label: itemName(store, field, place), number: index + 1 }
  })
}

function errorsBelow(store: FormStore): ReadonlyMap<Pointer, number> {
  const counts = new Map<Pointer, number>()
  for (const { pointer } of store.errors()) {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      counts.set(at, (counts.get(at) ?? 0) + 1)
      if (at === '') break
    }
  }
  return counts
}
