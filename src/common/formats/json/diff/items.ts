import { isJsonArray, isJsonObject, member, type JsonValue } from '../../../schema'
import { pairAlike } from '../../core/alike'
import { internValues } from '../../core/intern'
import { pairByPlace, unmatched } from '../../core/gaps'
import { commonSequence, pairedByOccurrence, type Partners } from '../../core/sequence'
import type { Stop } from '../../core/stop'
import { identityOf, placesById, type Identity } from './identity'

type Items = readonly JsonValue[]

/**
 * Which item of the older list is which of the newer one: by an id where the items have one, else by equal
 * content, then by likeness, then by place. Partners need not rise: those that do not are moves.
 */
export function matchItems(a: Items, b: Items, stop: Stop): Partners {
  const identity = identityOf(a, b)
  return identity ? matchedById(a, b, identity, stop) : matchedByContent(a, b, stop)
}

function matchedById(a: Items, b: Items, { key, hard }: Identity, stop: Stop): Partners {
  const partners = new Int32Array(a.length).fill(-1)
  const inB = placesById(b, key)
  placesById(a, key)?.forEach((at, id) => {
    partners[at] = inB?.get(id) ?? -1
  })
  stop(a.length + b.length)
  pairLeftovers(a, b, partners, hard ? 0.8 : 0.5, stop)
  return partners
}

function matchedByContent(a: Items, b: Items, stop: Stop): Partners {
  const intern = internValues(stop)
  const numbersA = a.map(intern)
  const numbersB = b.map(intern)
  const partners = commonSequence(numbersA, numbersB, stop)
  const free = unmatched(partners, b.length)
  const equal = pairedByOccurrence(
    free.a.map((at) => numbersA[at] ?? -1),
    free.b.map((at) => numbersB[at] ?? -1)
  )
  // of what has been put together in order, and of what is found again elsewhere, both are the same item
  free.a.forEach((at, index) => {
    const other = equal[index] ?? -1
    if (other >= 0) partners[at] = free.b[other] ?? -1
  })
  pairLeftovers(a, b, partners, 0.5, stop)
  pairByPlace(partners, b.length, (at, other) => shapeOf(a[at]) === shapeOf(b[other]))
  return partners
}

function pairLeftovers(a: Items, b: Items, partners: Partners, atLeast: number, stop: Stop): void {
  const free = unmatched(partners, b.length)
  if (free.a.length === 0 || free.b.length === 0) return
  const known = new Map<string, number>()
  const featuresIn = (items: Items) => (index: number) => featuresOf(items[index], known)
  const ask = { ...free, featuresOfA: featuresIn(a), featuresOfB: featuresIn(b), atLeast }
  for (const [at, other] of pairAlike(ask, stop)) partners[at] = other
}

/** The members of an object with their values, the items of an array; nothing for a single value. */
function featuresOf(value: JsonValue | undefined, known: Map<string, number>): number[] {
  const features: number[] = []
  const add = (name: string, item: JsonValue | undefined) => {
    const feature = `${name}\0${typeof item}\0${typeof item === 'object' ? '' : String(item)}`
    const number = known.get(feature) ?? known.size
    known.set(feature, number)
    features.push(number)
  }
  if (isJsonArray(value)) for (const item of value) add('', item)
  else if (isJsonObject(value)) for (const key of Object.keys(value)) add(key, member(value, key))
  return features
}

function shapeOf(value: JsonValue | undefined): string {
  return isJsonArray(value) ? 'array' : typeof value === 'object' && value !== null ? 'object' : 'value'
}
