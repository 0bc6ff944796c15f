import {
  isJsonArray,
  isJsonObject,
  member,
  objectOf,
  type JsonObject,
  type JsonValue
} from '../../json/value'
import { childPointer, childValue, segmentsOfPointer, valueAt, type Pointer } from '../../json/pointer'
import { typedData, typedValue } from '../../formats/structured'
import { childField, type Field, type Schema } from '../../schema'
import { blankOf } from '../../schema/defaults'
import { isGone, type Entry, type Spot } from './entries'
import { hasLetters, textOf, type FormText } from './form-text'
import {
  bareName,
  DEEPEST_DATA,
  keyIn,
  kindIn,
  memberName,
  setBelow,
  valueIn,
  type SetThere
} from './form-values'
import { itemsOf, seedItems, type Item } from './items'
import { isOrderKey } from './order-keys'

/** What was made of a spot. */
interface Made {
  readonly stamp: number
  readonly base: JsonValue
  readonly field: Field | null
  readonly value: JsonValue
}

const noMembers: JsonObject = {}
const noItems: readonly JsonValue[] = []

/**
 * The data of a form as it is with what is set over its seed, as one schema means it. What nobody has changed
 * since it was read, or since it was asked for last, is the very same object.
 */
export class FormData {
  private readonly base: JsonValue
  private readonly field: Field | null
  private readonly made = new WeakMap<Spot, Made>()
  private readonly read = new WeakMap<
    Entry,
    { readonly field: Field | null; readonly value: JsonValue | null }
  >()
  private readonly texts = new WeakMap<
    Spot,
    { readonly of: string; readonly seed: unknown; readonly text: FormText | null }
  >()
  private readonly items = new WeakMap<readonly JsonValue[], readonly Item[]>()
  private readonly places = new WeakMap<JsonObject, ReadonlyMap<string, string>>()

  constructor(
    seed: JsonValue,
    readonly schema: Schema | null
  ) {
    this.base = typedData(schema, seed)
    this.field = schema?.root ?? null
  }

  /** All of it as it was before anybody set something. */
  get first(): JsonValue {
    return this.base
  }

  /** @param root of what is set */
  now(root: Spot): JsonValue {
    return this.within(this.base, root, this.field, 0)
  }

  /** The items of a list of this data, with the ids and places that all know. */
  itemsOf(list: readonly JsonValue[]): readonly Item[] {
    const known = this.items.get(list)
    if (known) return known
    const { ids, keys } = seedItems(list.length)
    const items = ids.map((id, at) => ({ id, key: keys[at] ?? '' }))
    this.items.set(list, items)
    return items
  }

  /** Where members of an object that came stand. */
  placesOf(object: JsonObject): ReadonlyMap<string, string> {
    return this.places.get(object) ?? new Map()
  }

  /** The value at a path, by the names of members and the ids of items; undefined where there is none. */
  at(data: JsonValue, path: string): JsonValue | undefined {
    const pointer = this.pointerOf(data, path)
    return pointer === null ? undefined : valueAt(data, pointer)
  }

  /** Where a path leads in the data; null where it leads nowhere. */
  pointerOf(data: JsonValue, path: string): Pointer | null {
    let at: JsonValue | undefined = data
    let pointer: Pointer = ''
    for (const name of path === '' ? [] : path.split('/')) {
      const key = isJsonArray(at) ? this.itemsOf(at).findIndex(({ id }) => id === name) : keyIn(name)
      if (key === null || key === -1) return null
      pointer = childPointer(pointer, key)
      at = childValue(at, String(key))
    }
    return pointer
  }

  /** The path of a place of the data, which stays when items come, go and move; null for none. */
  pathOf(data: JsonValue, pointer: Pointer): string | null {
    let at: JsonValue | undefined = data
    const names: string[] = []
    for (const segment of segmentsOfPointer(pointer)) {
      const name = isJsonArray(at) ? this.itemsOf(at)[Number(segment)]?.id : memberName(segment)
      if (name === undefined) return null
      names.push(name)
      at = childValue(at, segment)
    }
    return names.join('/')
  }

  /** The letters of a text, as `now` has read it last; null where it has none. @param seed what it began with */
  textAt(seed: JsonValue | undefined, there: SetThere | null, spot: Spot): FormText | null {
    const all = there?.all ?? []
    const of = [spot.stamp, ...all.map(({ mark, clock }) => `${mark}.${clock}`)].join(' ')
    const known = this.texts.get(spot)
    if (known?.of === of && known.seed === seed) return known.text
    const text = textOf(seed, all, spot)
    this.texts.set(spot, { of, seed, text })
    return text
  }

  /** As `textAt`, of a text that is shown already. */
  textRead(spot: Spot): FormText | null {
    return this.texts.get(spot)?.text ?? null
  }

  private value(
    base: JsonValue | undefined,
    there: SetThere | null,
    spot: Spot | undefined,
    field: Field | null,
    depth: number
  ): JsonValue | undefined {
    const own = there ? this.setIn(there.last, base, field) : base
    const text = spot && hasLetters(spot) ? this.textAt(base, there, spot) : null
    if (text) return text.text === '' ? (own === '' ? own : undefined) : typedBy(field, text.text)
    return own === undefined ? undefined : this.within(own, spot, field, depth)
  }

  private setIn(set: Entry, base: JsonValue | undefined, field: Field | null): JsonValue | undefined {
    const kind = kindIn(set)
    if (kind === 'object') return isJsonObject(base) ? base : noMembers
    if (kind === 'list') return isJsonArray(base) ? base : noItems
    const known = this.read.get(set)
    if (known?.field === field) return known.value ?? undefined
    const value = valueIn(set)
    const typed = value === undefined ? value : typedBy(field, value)
    this.read.set(set, { field, value: typed ?? null })
    return typed ?? undefined
  }

  private within(base: JsonValue, spot: Spot | undefined, field: Field | null, depth: number): JsonValue {
    if (!spot?.below || base === null || typeof base !== 'object' || depth > DEEPEST_DATA) return base
    const known = this.made.get(spot)
    const isKnown = known?.base === base && known.field === field
    if (isKnown && known.stamp === spot.stamp) return known.value
    const last = isKnown ? known.value : base
    const value = isJsonArray(base)
      ? this.list(base, last, spot, field, depth + 1)
      : isJsonObject(base)
        ? this.object(base, last, spot, field, depth + 1)
        : base
    this.made.set(spot, { stamp: spot.stamp, base, field, value })
    return value
  }

  private list(
    base: readonly JsonValue[],
    last: JsonValue,
    spot: Spot,
    field: Field | null,
    depth: number
  ): JsonValue {
    const set = setBelow(spot)
    const items = itemsOf(seedItems(base.length), spot, (id) => set.get(id)?.all ?? [])
    const own = field?.kind === 'array' ? field.items : null
    const values = items.map(({ id }) => {
      const one = spot.below?.get(id)
      const came = one?.value ?? null
      const first = /^\d+$/.test(id) ? base[Number(id)] : came ? this.setIn(came, undefined, own) : undefined
      return this.value(first, set.get(id) ?? null, one, own, depth) ?? (own ? blankOf(own) : '')
    })
    const same = [base, last].find(
      (list): list is readonly JsonValue[] =>
        isJsonArray(list) && isSameList(values, list) && isSameOrder(items, this.itemsOf(list))
    )
    // they may stand elsewhere for the others, in the same order
    this.items.set(same ?? values, items)
    return same ?? values
  }

  private object(
    base: JsonObject,
    last: JsonValue,
    spot: Spot,
    field: Field | null,
    depth: number
  ): JsonValue {
    const set = setBelow(spot)
    const names = new Set([...(spot.below?.keys() ?? [])].map(bareName))
    const changed = new Map<string, JsonValue | undefined>()
    const places = new Map<string, string>()
    for (const name of names) {
      const key = keyIn(name)
      if (key === null) continue
      const one = spot.below?.get(name)
      const all = set.get(name)
      const own = field && childField(field, key)
      const before = member(base, key)
      const place = one?.place?.value
      if (isOrderKey(place)) places.set(key, place)
      const value = isGone(one, () => all?.all ?? [])
        ? undefined
        : this.value(before, all ?? null, one, own, depth)
      if (value !== before) changed.set(key, value)
    }
    if (changed.size === 0) return base
    const came = [...changed.keys()].filter((key) => !Object.hasOwn(base, key)).sort(byPlace(places))
    const entries = [...Object.keys(base), ...came].flatMap((key): [string, JsonValue][] => {
      const value = changed.has(key) ? changed.get(key) : member(base, key)
      return value === undefined ? [] : [[key, value]]
    })
    const made = objectOf(came.length > 0 ? inOrderOf(field, entries) : entries)
    if (isJsonObject(last) && isSameObject(made, last)) return last
    this.places.set(made, places)
    return made
  }
}

const typedBy = (field: Field | null, value: JsonValue): JsonValue | undefined =>
  field ? typedValue(field, value) : value

const byPlace = (places: ReadonlyMap<string, string>) => (one: string, other: string) => {
  const [a, b] = [places.get(one) ?? '', places.get(other) ?? '']
  return a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1
}

/** As the schema has them, and what it does not know behind that. */
function inOrderOf(field: Field | null, entries: [string, JsonValue][]): [string, JsonValue][] {
  if (field?.kind !== 'object') return entries
  const order = (key: string) => field.byKey.get(key)?.order ?? Infinity
  return entries.sort(([a], [b]) => (order(a) === order(b) ? 0 : order(a) - order(b)))
}

const isSameList = (a: readonly JsonValue[], b: readonly JsonValue[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at])

const isSameOrder = (a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => id === b[at]?.id)

function isSameObject(a: JsonObject, b: JsonObject): boolean {
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return keys.length === others.length && keys.every((key, at) => key === others[at] && a[key] === b[key])
}
