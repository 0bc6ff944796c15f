import { hitKey, type SearchFound, type SearchHit } from '../../../../common/search/answer'
import type { SearchState } from './search-state'

/** One line of what was found. */
export type SearchRow =
  | { readonly kind: 'file'; readonly key: string; readonly hit: SearchHit; readonly isFolded: boolean }
  | { readonly kind: 'place'; readonly key: string; readonly hit: SearchHit; readonly place: SearchFound }
  /** Places that are not shown. */
  | { readonly kind: 'more'; readonly key: string; readonly hit: SearchHit; readonly count: number }

/** So many places of a file are shown before the rest is asked for. */
const FIRST = 3

/** The lines of what was found: by file, folded after three places. */
export function searchRows({ answer, whole, folded }: SearchState): SearchRow[] {
  return (answer?.hits ?? []).flatMap((hit): SearchRow[] => {
    const file: SearchRow = { kind: 'file', key: hitKey(hit), hit, isFolded: folded.has(hitKey(hit)) }
    if (file.isFolded) return [file]
    const places = whole.has(hitKey(hit)) ? hit.places : hit.places.slice(0, FIRST)
    const left = hit.places.length - places.length + hit.more
    return [
      file,
      ...places.map((place, at) => ({ kind: 'place', key: placeKey(hit, at), hit, place }) as const),
      ...(left > 0 ? [{ kind: 'more', key: `${hitKey(hit)} more`, hit, count: left } as const] : [])
    ]
  })
}

const placeKey = (hit: SearchHit, at: number) => `${hitKey(hit)} ${at}`

/** A place that F4 stops at: each of a file, or the file where none of its places is told. */
export interface Stop {
  readonly key: string
  readonly hit: SearchHit
  readonly at: number
}

export const stopsOf = (hits: readonly SearchHit[]): Stop[] =>
  hits.flatMap((hit) =>
    hit.places.length === 0
      ? [{ key: hitKey(hit), hit, at: 0 }]
      : hit.places.map((_place, at) => ({ key: placeKey(hit, at), hit, at }))
  )

/** What must be open so that a place of a file is seen. */
export const isBeyondFirst = (at: number): boolean => at >= FIRST
