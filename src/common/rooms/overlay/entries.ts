/**
 * What somebody has set: who and with which step, when, and what. Kept as `[mark, clock, value]`.
 */
export interface Entry {
  /** Of the step; the same for all that it has set. */
  readonly mark: string
  /** Higher than that of all that whoever set it knew of. */
  readonly clock: number
  readonly value: unknown
}

/** What of each person was there, by the highest clock. */
type Seen = Readonly<Record<string, number>>

/** One place of what is shared: what is set there, and below it. */
export interface Spot {
  value: Entry | null
  /** What was set there last, also where that was taken back. */
  written: Entry | null
  /** Of an item: where in its list it stands, and that it was deleted. */
  place: Entry | null
  gone: Entry | null
  below: Map<string, Spot> | null
  /** Rises with each change here and below. */
  stamp: number
  /** Rises where items below may come, go or stand elsewhere. */
  order: number
}

/** Whoever says that it is later than all others is not followed beyond this. */
export const LAST_CLOCK = 2 ** 48

export const newSpot = (): Spot => ({
  value: null,
  written: null,
  place: null,
  gone: null,
  below: null,
  stamp: 0,
  order: 0
})

/** Null for what is none: anybody may have written anything. */
export function entryIn(raw: unknown): Entry | null {
  if (!Array.isArray(raw)) return null
  const [mark, clock, value]: readonly unknown[] = raw
  if (typeof mark !== 'string' || mark.length > 64) return null
  const isClock = typeof clock === 'number' && Number.isSafeInteger(clock) && clock >= 0
  return isClock && clock <= LAST_CLOCK ? { mark, clock, value } : null
}

/** Of two at different places that say something of one thing, whether the first was set later. */
export const isLater = (one: Entry, other: Entry): boolean =>
  one.clock === other.clock ? one.mark > other.mark : one.clock > other.clock

const clientOf = ({ mark }: Entry): string => mark.slice(0, mark.indexOf('-'))

/** Whether an item is deleted: what somebody changed in it meanwhile keeps it. @param more of the item elsewhere */
export function isGone(spot: Spot | undefined, more: () => Iterable<Entry> = () => []): boolean {
  const seen = spot?.gone?.value
  if (!spot || !isSeen(seen)) return false
  const isUnseen = (entry: Entry) =>
    entry.clock > (Object.hasOwn(seen, clientOf(entry)) ? (seen[clientOf(entry)] ?? -1) : -1)
  for (const entry of entriesIn(spot)) if (entry !== spot.gone && isUnseen(entry)) return false
  for (const entry of more()) if (isUnseen(entry)) return false
  return true
}

/** What whoever deletes it has seen of an item. */
export function seenOf(entries: Iterable<Entry>): Seen {
  const seen = new Map<string, number>()
  for (const entry of entries)
    seen.set(clientOf(entry), Math.max(entry.clock, seen.get(clientOf(entry)) ?? -1))
  return Object.fromEntries(seen)
}

/** What is set at a place and below it. Where something stands is no change of it: others had to make room. */
export function* entriesIn(spot: Spot): Generator<Entry> {
  for (const entry of [spot.value, spot.gone]) if (entry) yield entry
  for (const below of spot.below?.values() ?? []) yield* entriesIn(below)
}

const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((clock) => typeof clock === 'number')
