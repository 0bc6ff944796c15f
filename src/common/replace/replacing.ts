import { tooLarge } from '../bounds'
import { aroundMarks } from '../search/places'
import type { Breaks, Cannot, ReplacePlace } from './answers'
import type { Find, Match } from './find'

/** What is to be done in a document. */
export interface Replacing {
  readonly find: Find
  readonly by: string
  /** Also in what is an address. */
  readonly addresses: boolean
  /** Places that stay, by their numbers. */
  readonly except: readonly number[]
  /** Of a structured document: the page that its schema is stored as; null where there is none. */
  readonly schemaPage?: string | null
}

export interface Replaced {
  /** Each that can be replaced, numbered from 0 in the order of the source; those that stay are among them. */
  readonly places: readonly ReplacePlace[]
  /** Found, and not told: there are too many. */
  readonly more: number
  /** Found, and never replaced. */
  readonly cannot: readonly Omit<Cannot, 'path'>[]
  /** Values that break the document's schema afterwards, and did not before. */
  readonly breaks: readonly Omit<Breaks, 'path'>[]
  /** How many are replaced. */
  readonly count: number
  /** The whole source afterwards; null when nothing changes. */
  readonly text: string | null
}

export const nothingReplaced: Replaced = { places: [], more: 0, cannot: [], breaks: [], count: 0, text: null }

/** Of one file so many places are told. */
export const MOST_TOLD = 200

/** A document does not grow beyond this, in UTF-16 units. */
const LONGEST = 16 * 1024 * 1024

/**
 * Counts what a document grows by.
 * @throws GalleyError too-large as soon as it is too much: nothing of it is made before
 */
export function openGrowth(source: string): (match: Match) => void {
  let length = source.length
  return ({ start, end, by }) => {
    length += by.length - (end - start)
    if (length > LONGEST) throw tooLarge({ what: 'This document', of: 'letters', bound: LONGEST })
  }
}

/** What is told of a long replacement. */
export const shownBy = (by: string): string => (by.length > 500 ? `${by.slice(0, 500)}…` : by)

/** A match with the words around it. */
export function wordsAround(
  value: string,
  start: number,
  end: number
): { readonly text: string; readonly mark: [number, number] } {
  const { text, marks } = aroundMarks(value.replace(/\s/g, ' '), [[start, end]])
  const [from = 0, to = 0] = marks[0] ?? []
  return { text, mark: [from, to] }
}
