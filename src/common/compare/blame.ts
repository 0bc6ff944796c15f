import {
  childPointer,
  isJsonArray,
  segmentsOfPointer,
  valueAt,
  type JsonValue,
  type Pointer
} from '../schema'
import { sameValue } from '../formats/core/same'
import { stopOf, type StopOptions } from '../formats/core/stop'
import { matchPages } from '../formats/page/diff/match'
import { readLines, type PageLines } from '../formats/page/diff/read-lines'
import { openVocabulary } from '../formats/page/diff/vocabulary'
import { matchItems } from '../formats/json/diff/items'
import { diffBooks } from '../formats/sheet/diff/diff'
import type { BookValues } from '../formats/sheet/values'

/** A state of a document that is read only when it is needed. */
interface LazyState<T> {
  readonly load: () => T | Promise<T>
}

/** Where something is in the state before: `null` when it was not there, or was another, before. */
export type Trace<T, P> = (older: T, newer: T, place: P, options?: StopOptions) => P | null

interface Blame<S> {
  /** The first state that has it as it is in the newest one: whoever made this state changed it last. */
  readonly state: S
  /** True when every older state that there is has it too, so that it may be older than the history. */
  readonly sinceTheStart: boolean
}

/**
 * Who last changed a field, cell or block: walks back from the newest state to the first that has it as it is
 * now, and loads no state beyond the one that tells. Null without any state.
 * @param states newest first
 * @throws GalleyError cancelled when the caller stops it
 */
export async function blame<T, P, S extends LazyState<T>>(
  states: Iterable<S> | AsyncIterable<S>,
  place: P,
  trace: Trace<T, P>,
  options: StopOptions = {}
): Promise<Blame<S> | null> {
  let newer: { readonly state: S; readonly content: T } | null = null
  let at = place
  for await (const state of states) {
    stopOf(options)()
    const content = await state.load()
    if (newer) {
      const before = trace(content, newer.content, at, options)
      if (before === null) return { state: newer.state, sinceTheStart: false }
      at = before
    }
    newer = { state, content }
  }
  return newer && { state: newer.state, sinceTheStart: true }
}

/** A field or item of JSON: items of arrays on the way are found again by id or content. */
export const traceField: Trace<JsonValue, Pointer> = (older, newer, place, options) => {
  const stop = stopOf(options)
  let before = ''
  let [old, now]: [JsonValue | undefined, JsonValue | undefined] = [older, newer]
  for (const segment of segmentsOfPointer(place)) {
    let key: string | number = segment
    if (isJsonArray(now) && isJsonArray(old)) {
      const index = matchItems(old, now, stop).indexOf(Number(segment))
      if (index < 0) return null
      key = index
    }
    now = now === undefined ? undefined : valueAt(now, childPointer('', segment))
    old = old === undefined ? undefined : valueAt(old, childPointer('', key))
    before = childPointer(before, key)
  }
  return old !== undefined && now !== undefined && sameValue(old, now, stop) ? before : null
}

/** A cell, or with `column` null a row, of a sheet. */
export interface CellPlace {
  readonly sheet: string
  readonly row: number
  readonly column: string | null
}

/** A cell or row: sheets, rows and columns are found again when they moved or were renamed. */
export const traceCell: Trace<BookValues, CellPlace> = (older, newer, { sheet, row, column }, options) => {
  if (sameRow(older, newer, sheet, row)) return { sheet, row, column }
  const { sheets } = diffBooks(older, newer, options)
  const change = sheets.find((one) =>
    one.kind === 'changed' ? one.name.after === sheet : one.kind === 'added' && one.sheet.name === sheet
  )
  if (!change) return { sheet, row, column }
  if (change.kind !== 'changed') return null
  const { rows, cells, columns } = change.diff
  if (cells.some((cell) => cell.row.after === row && (column === null || cell.column.after === column)))
    return null
  let before = row
  let moved: number | null = null
  const come = new Set<number>()
  const gone = new Set<number>()
  for (const one of rows) {
    if (one.kind === 'added') come.add(one.at)
    else if (one.kind === 'removed') gone.add(one.at)
    else {
      come.add(one.at.after)
      gone.add(one.at.before)
      if (one.at.after === row) moved = one.at.before
    }
  }
  if (moved === null) {
    if (come.has(row)) return null
    // the row is the n-th of those in place: so is it before
    for (const at of come) if (at < row) before -= 1
    for (let at = 0; at <= before; at += 1) if (gone.has(at)) before += 1
  }
  const renamed = columns.find((one) => one.kind === 'renamed' && one.name.after === column)
  return {
    sheet: change.name.before,
    row: moved ?? before,
    column: renamed?.kind === 'renamed' ? renamed.name.before : column
  }
}

/** The same row in the same place has the same cells: then nothing needs to be matched. */
function sameRow(older: BookValues, newer: BookValues, sheet: string, row: number): boolean {
  const [was, now] = [older, newer].map((book) => book.sheets.find(({ name }) => name === sheet)?.rows[row])
  return was !== undefined && now !== undefined && sameValue(was, now)
}

/** A block of a page, by its index among the blocks of the page. */
export const traceBlock: Trace<string, number> = (older, newer, place, options) => {
  const stop = stopOf(options)
  return traceBlockIn(readLines(older, stop), readLines(newer, stop), place, options)
}

/** The same for pages that were read already. */
export const traceBlockIn: Trace<PageLines, number> = (older, newer, place, options) => {
  const block = newer.blocks[place]
  if (!block) return null
  const alike = (page: PageLines) =>
    page.blocks.flatMap(({ hash }, index) => (hash === block.hash ? [index] : []))
  const [one, another] = alike(older)
  if (one === undefined) return null
  if (another === undefined && alike(newer).length === 1) return one
  // one of several that read the same
  const { blocks } = matchPages(older, newer, openVocabulary(), stopOf(options))
  const before = blocks.indexOf(place)
  return older.blocks[before]?.hash === block.hash ? before : null
}
