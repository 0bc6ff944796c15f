import type { JsonObject, JsonValue } from '../../../schema'
import { pairAlike } from '../../core/alike'
import { pairByPlace, unmatched } from '../../core/gaps'
import { commonSequence, pairedByOccurrence, type Partners } from '../../core/sequence'
import type { Stop } from '../../core/stop'
import type { Names } from './changes'
import { cellHash, cellText, readerOf } from './cell-text'
import type { SheetValues } from '../values'

/** Two sheets and the columns that both have. */
export interface TwoSheets {
  readonly a: SheetValues
  readonly b: SheetValues
  readonly shared: readonly Names[]
}

/**
 * Which row of the older sheet is which of the newer one, by a column that identifies rows where there is
 * one.
 */
export function matchRows(two: TwoSheets, key: Names | null, stop: Stop): Partners {
  const partners = new Int32Array(two.a.rows.length).fill(-1)
  if (key) matchByKey(two, key, partners)
  stop(two.a.rows.length + two.b.rows.length)
  const free = unmatched(partners, two.b.rows.length)
  if (free.a.length === 0 || free.b.length === 0) return partners
  if (key === null) matchByContent(two, partners, stop)
  matchByLikeness(two, partners, stop)
  if (two.shared.length <= 2) pairByPlace(partners, two.b.rows.length, () => true)
  return partners
}

/** Rows whose key occurs once on each side; a key that is blank or clashes says nothing. */
function matchByKey({ a, b }: TwoSheets, key: Names, partners: Partners): void {
  const inB = placesByKey(b.rows, key.after)
  for (const [value, at] of placesByKey(a.rows, key.before)) {
    const other = inB.get(value)
    if (at >= 0 && other !== undefined && other >= 0) partners[at] = other
  }
}

function placesByKey(rows: readonly JsonObject[], column: string): Map<string, number> {
  const found = new Map<string, number>()
  const read = readerOf(column)
  rows.forEach((row, at) => {
    const text = cellText(read(row))
    if (text !== '') found.set(text, found.has(text) ? -1 : at)
  })
  return found
}

export function cellOf(row: JsonObject | undefined, column: string): JsonValue | undefined {
  return row !== undefined && Object.hasOwn(row, column) ? row[column] : undefined
}

function matchByContent({ a, b, shared }: TwoSheets, partners: Partners, stop: Stop): void {
  const numbered = (rows: readonly JsonObject[], side: 'before' | 'after') => {
    const readers = shared.map((column) => readerOf(column[side]))
    return rows.map((row) => {
      let hash = 7
      for (const read of readers) hash = (Math.imul(hash, 0x01000193) ^ cellHash(read(row))) | 0
      stop(readers.length)
      return hash
    })
  }
  const [numbersA, numbersB] = [numbered(a.rows, 'before'), numbered(b.rows, 'after')]
  partners.set(commonSequence(numbersA, numbersB, stop))
  const free = unmatched(partners, b.rows.length)
  const moved = pairedByOccurrence(
    free.a.map((at) => numbersA[at] ?? -1),
    free.b.map((at) => numbersB[at] ?? -1)
  )
  free.a.forEach((at, index) => {
    const other = moved[index] ?? -1
    if (other >= 0) partners[at] = free.b[other] ?? -1
  })
}

function matchByLikeness({ a, b, shared }: TwoSheets, partners: Partners, stop: Stop): void {
  const free = unmatched(partners, b.rows.length)
  if (free.a.length === 0 || free.b.length === 0) return
  const known = new Map<string, number>()
  const featuresIn = (rows: readonly JsonObject[], side: 'before' | 'after') => (index: number) => {
    const features: number[] = []
    shared.forEach((column, at) => {
      const text = cellText(cellOf(rows[index], column[side]))
      if (text === '') return
      const feature = `${at}\0${text}`
      const number = known.get(feature) ?? known.size
      known.set(feature, number)
      features.push(number)
    })
    return features
  }
  const ask = {
    ...free,
    featuresOfA: featuresIn(a.rows, 'before'),
    featuresOfB: featuresIn(b.rows, 'after'),
    atLeast: 0.5
  }
  for (const [at, other] of pairAlike(ask, stop)) partners[at] = other
}
