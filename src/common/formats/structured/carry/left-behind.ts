import { childPointer, isAtOrBelow, parentPointer, type Pointer } from '../../../json/pointer'
import { isLeaf } from '../../../schema/fields'
import type { Field, Schema } from '../../../schema/fields'

/** A place in a schema: a pointer whose items of lists are a star. */
export type SchemaPlace = Pointer

/** A place whose stored values another schema leaves behind, and where they could go. */
export interface LeftBehind {
  readonly from: SchemaPlace
  readonly label: string
  /** The place is there still, and holds another kind of value. */
  readonly retyped: boolean
  readonly candidates: readonly { readonly to: SchemaPlace; readonly label: string }[]
  /** The candidate that it most likely became. */
  readonly suggested: SchemaPlace | null
}

/** Schemas can be of any size: what lies further in them is not told. */
const MOST_PLACES = 5_000

interface Placed {
  readonly field: Field
  readonly label: string
}

/**
 * What a changed schema leaves behind of the values that follow the old one: of keys that are gone, and of
 * keys whose value is one instead of a list of them or the other way round. Other kinds are read as what they
 * are by `typedData`, and need no carrying.
 */
export function leftBehind(before: Schema, after: Schema): LeftBehind[] {
  const [old, now] = [placesOf(before.root), placesOf(after.root)]
  const added = [...now].filter(([place]) => !old.has(place))
  const taken = new Set<SchemaPlace>()
  const found: LeftBehind[] = []
  for (const [from, was] of old) {
    const is = now.get(from)
    if (is !== undefined && !isRetyped(was.field, is.field)) continue
    if (found.some((one) => isAtOrBelow(from, one.from))) continue
    const candidates: readonly [SchemaPlace, Placed][] = is
      ? [[from, is]]
      : added.filter(([to, { field }]) => listOf(to) === listOf(from) && couldBecome(was.field, field))
    const suggested = is
      ? from
      : bestOf(
          from,
          was,
          candidates.filter(([to]) => !taken.has(to))
        )
    if (suggested !== null) taken.add(suggested)
    found.push({
      from,
      label: was.label,
      retyped: is !== undefined,
      candidates: candidates.map(([to, { label }]) => ({ to, label })),
      suggested
    })
  }
  return found
}

/** Every field below the root, by its place, those that hold others before them. */
export function placesOf(root: Field): ReadonlyMap<SchemaPlace, Placed> {
  const found = new Map<SchemaPlace, Placed>()
  const waiting: [SchemaPlace, Field][] = [['', root]]
  for (let next = waiting.shift(); next !== undefined && found.size < MOST_PLACES; next = waiting.shift()) {
    const [place, field] = next
    if (field.kind === 'array') waiting.push([childPointer(place, '*'), field.items])
    if (field.kind !== 'object') continue
    for (const { key, label, field: child } of field.properties) {
      const at = childPointer(place, key)
      found.set(at, { field: child, label })
      waiting.push([at, child])
    }
  }
  return found
}

/** The list that a place lies in, if any: values go from an item to the same item. */
const listOf = (place: SchemaPlace): string => place.slice(0, place.lastIndexOf('/*') + 1)

const isOne = (field: Field): boolean => isLeaf(field)
const isListOfOnes = (field: Field): boolean => field.kind === 'array' && isLeaf(field.items)

const isRetyped = (was: Field, is: Field): boolean =>
  (isOne(was) && isListOfOnes(is)) || (isListOfOnes(was) && isOne(is))

function couldBecome(was: Field, is: Field): boolean {
  if (isOne(was) || isListOfOnes(was)) return isOne(is) || isListOfOnes(is)
  return was.kind === is.kind && was.kind !== 'unsupported'
}

/** Null where two are equally likely, or none is. */
function bestOf(
  from: SchemaPlace,
  was: Placed,
  candidates: readonly (readonly [SchemaPlace, Placed])[]
): SchemaPlace | null {
  const likely = ([to, is]: readonly [SchemaPlace, Placed]): number =>
    (was.field.title !== null && was.field.title === is.field.title ? 4 : 0) +
    (lastOf(to) === lastOf(from) ? 4 : 0) +
    (parentPointer(to) === parentPointer(from) && was.field.kind === is.field.kind ? 2 : 0)
  const ranked = candidates
    .map((one) => ({ to: one[0], weight: likely(one) }))
    .sort((a, b) => b.weight - a.weight)
  const [first, second] = ranked
  return first && first.weight > 0 && first.weight > (second?.weight ?? 0) ? first.to : null
}

const lastOf = (place: SchemaPlace): string => place.slice(place.lastIndexOf('/') + 1)
