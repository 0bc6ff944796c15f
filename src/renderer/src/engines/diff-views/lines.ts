import { mergeText } from '../../../../common/formats/text/merge'
import { numberText } from '../../components/formats'

/** Puts one change back into a text; null when its place is not to be found there. */
export type PutBack = (text: string) => string | null

/**
 * Lines of two texts that differ, counted from 1. An end of 0: none on that side, and its start is the line
 * before.
 */
export interface LineChange {
  readonly originalStartLineNumber: number
  readonly originalEndLineNumber: number
  readonly modifiedStartLineNumber: number
  readonly modifiedEndLineNumber: number
}

/** Where in a comparison of texts somebody looks. */
export interface LinesSeen {
  readonly total: number
  /** From 0; null between the changes. */
  readonly at: number | null
  readonly change: LineChange | null
}

/** Gives a later text the older lines of one change, where nobody has changed them meanwhile. */
export function puttingBack(before: string, after: string, change: LineChange): PutBack {
  const { originalStartLineNumber: from, originalEndLineNumber: to } = change
  const { modifiedStartLineNumber: start, modifiedEndLineNumber: end } = change
  const [old, now] = [linesOf(before), linesOf(after)]
  const restored = [
    ...now.slice(0, end === 0 ? start : start - 1),
    ...(to === 0 ? [] : old.slice(from - 1, to)),
    ...now.slice(end === 0 ? start : end)
  ]
  return (text) => {
    const three = { base: now.join('\n'), local: text, remote: restored.join('\n') }
    const merged = mergeText(three, new Map(), () => {})
    return merged.conflicts.length === 0 ? merged.text : null
  }
}

/** “Line 3”, “Lines 3 to 5”, as they are now; of what was taken out, as they were. */
export function wordsOf(change: LineChange): string {
  const { originalStartLineNumber: from, originalEndLineNumber: to } = change
  const { modifiedStartLineNumber: start, modifiedEndLineNumber: end } = change
  const lines = (first: number, last: number) =>
    first === last ? `Line ${numberText(first)}` : `Lines ${numberText(first)} to ${numberText(last)}`
  return end === 0 ? `${lines(from, to)} of before` : lines(start, end)
}

/** Which change a line of the later text belongs to; null for what both have. */
export function changeAt(changes: readonly LineChange[], line: number): number | null {
  const found = changes.findIndex(({ modifiedStartLineNumber: start, modifiedEndLineNumber: end }) =>
    end === 0 ? line === start || line === start + 1 : line >= start && line <= end
  )
  return found < 0 ? null : found
}

/** The last change that begins before a line; -1 when none does. */
export const lastBefore = (changes: readonly LineChange[], line: number): number =>
  changes.filter(({ modifiedStartLineNumber }) => modifiedStartLineNumber < line).length - 1

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)
