import { GalleyError } from '../../errors'
import { commonSequence } from '../core/sequence'
import { stopOf, type StopOptions } from '../core/stop'
import { numberText } from '../../number-text'

/** A piece of text that gave way to another; offsets in UTF-16 units. */
export interface TextEdit {
  readonly before: number
  readonly after: number
  readonly removed: string
  readonly added: string
}

/** What leads from an older text to a newer one, in order. */
export type TextDiff = readonly TextEdit[]

/** Line by line, and within the lines that changed from the first to the last sign that differs. */
export function diffText(before: string, after: string, options?: StopOptions): TextDiff {
  if (before === after) return []
  const stop = stopOf(options)
  const known = new Map<string, number>()
  const [a, b] = [linesOf(before, known), linesOf(after, known)]
  const partners = commonSequence(a.numbers, b.numbers, stop)
  const edits: TextEdit[] = []
  let [i, j] = [0, 0]
  for (let at = 0; at <= partners.length; at += 1) {
    const other = at === partners.length ? b.numbers.length : (partners[at] ?? -1)
    if (other < 0) continue
    if (at > i || other > j) {
      edits.push(
        trimmed({
          before: a.starts[i] ?? before.length,
          after: b.starts[j] ?? after.length,
          removed: before.slice(a.starts[i], a.starts[at]),
          added: after.slice(b.starts[j], b.starts[other])
        })
      )
    }
    ;[i, j] = [at + 1, other + 1]
  }
  return edits
}

function linesOf(text: string, known: Map<string, number>) {
  const numbers: number[] = []
  const starts: number[] = []
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start) + 1 || text.length
    const line = text.slice(start, end)
    const number = known.get(line) ?? known.size
    known.set(line, number)
    numbers.push(number)
    starts.push(start)
    start = end
  }
  starts.push(text.length)
  return { numbers, starts }
}

function trimmed({ before, after, removed, added }: TextEdit): TextEdit {
  let start = 0
  const most = Math.min(removed.length, added.length)
  while (start < most && removed[start] === added[start]) start += 1
  let end = 0
  while (end < most - start && removed[removed.length - 1 - end] === added[added.length - 1 - end]) end += 1
  return {
    before: before + start,
    after: after + start,
    removed: removed.slice(start, removed.length - end),
    added: added.slice(start, added.length - end)
  }
}

/**
 * The newer text.
 * @throws GalleyError bad-request when the text is not the one that the edits were made from
 */
export function applyText(text: string, diff: TextDiff): string {
  let result = ''
  let at = 0
  for (const { before, removed, added } of diff) {
    if (before < at || !text.startsWith(removed, before)) {
      throw new GalleyError(
        'bad-request',
        'These changes were made from another text. Compare again, then try once more.'
      )
    }
    result += text.slice(at, before) + added
    at = before + removed.length
  }
  return result + text.slice(at)
}

/** The way back. */
export function invertText(diff: TextDiff): TextDiff {
  return diff.map(({ before, after, removed, added }) => ({
    before: after,
    after: before,
    removed: added,
    added: removed
  }))
}

const lineBreaks = (text: string) => text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)

/** One line for the timeline: “3 lines changed”. */
export function summariseText(diff: TextDiff): string {
  if (diff.length === 0) return ''
  const count = diff.reduce(
    (sum, { removed, added }) => sum + Math.max(1, lineBreaks(removed), lineBreaks(added)),
    0
  )
  return `${numberText(count)} ${count === 1 ? 'line' : 'lines'} changed`
}
