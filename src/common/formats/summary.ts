import { type FormatName } from './files'
import { isBeyondBounds } from '../bounds'
import { parseJson } from '../json'
import type { JsonValue, Schema } from '../schema'
import type { StopOptions } from './core/stop'
import { diffHtml } from './page/diff/diff'
import { summariseHtml } from './page/diff/words'
import { diffJson } from './json/diff/diff'
import { summariseJson } from './json/diff/words'
import { diffWorkbooks } from './sheet/diff/diff'
import { summariseWorkbook } from './sheet/diff/words'
import { readWorkbook } from './sheet/diff/workbook'
import { diffText, summariseText } from './text/diff'

export interface SummaryOptions extends StopOptions {
  /** Whose titles are used for the fields of JSON. */
  readonly schema?: Schema | null
  /** Compares two pages, where somebody may know it already. */
  readonly comparePages?: typeof diffHtml
}

/**
 * One line for the timeline about two states of a file, in the words of its kind: sheets, JSON, page or text. JSON that
 * cannot be read, and what is beyond the bounds, is told as text. Empty when nothing changed.
 * @throws GalleyError cancelled
 */
export function summariseChange(
  kind: FormatName,
  before: string,
  after: string,
  options: SummaryOptions = {}
): string {
  if (before === after) return ''
  if (kind === 'page') return summarisePages(before, after, options)
  const [older, newer] = kind === 'json' ? [parsed(before), parsed(after)] : []
  if (older === undefined || newer === undefined) return summariseText(diffText(before, after, options))
  const [from, to] = [readWorkbook(older), readWorkbook(newer)]
  const line =
    from && to
      ? summariseWorkbook(diffWorkbooks(from, to, options))
      : summariseJson(
          { before: older, after: newer, diff: diffJson(older, newer, options) },
          options.schema ?? null
        )
  return line === '' ? 'only the source’s form changed' : line
}

function summarisePages(before: string, after: string, options: SummaryOptions): string {
  try {
    return summariseHtml((options.comparePages ?? diffHtml)(before, after, options))
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return summariseText(diffText(before, after, options))
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
