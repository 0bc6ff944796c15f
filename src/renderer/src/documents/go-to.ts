import type { ContentPath } from '../../../common/content/paths'
import { createSignal } from '../state/signal'
import { openDocument } from '../workbench/workbench'

interface Place {
  readonly line: number
  readonly column: number
}

/** A field of a form, or a cell of a sheet: rows count from 1, and 0 is the row of the names. */
type DataPlace =
  { readonly pointer: string } | { readonly sheet: string; readonly row: number; readonly name: string }

/** `focus`: the person asked for this place just now. */
type Reveal<P> = (place: P, focus: boolean) => void

interface Shown {
  readonly reveal: Reveal<Place | DataPlace>
  readonly where: () => Place | null
  /** All that the field or cell says that has the keyboard; of a long text the address at the caret. */
  readonly value: () => string | null
}

const shown = new Map<ContentPath, Shown>()
const waiting = new Map<ContentPath, Place | DataPlace>()

/** Opens the document and puts the cursor there, as far as the editor that shows it knows such places. */
export function goTo(path: ContentPath, place: Place | DataPlace): void {
  openDocument(path)
  const editor = shown.get(path)
  if (editor) editor.reveal(place, true)
  else waiting.set(path, place)
}

/** The editor that shows the document next has its cursor there. */
export function beginAt(path: ContentPath, place: Place): void {
  waiting.set(path, place)
}

/** The cursor of the editor that shows this document has moved. */
export const cursorMoved = createSignal<ContentPath>()

/**
 * Where in its source the cursor of the editor is that shows the document; null where none does, or it cannot
 * say.
 */
export const placeIn = (path: ContentPath): Place | null => shown.get(path)?.where() ?? null

/** An editor shows the document from now on. @returns a function that says it no longer does */
export const canGoTo = (path: ContentPath, reveal: Reveal<Place>, where: () => Place | null): (() => void) =>
  show(path, {
    reveal: (place, focus) => 'line' in place && reveal(place, focus),
    where,
    value: () => null
  })

/** The address, or else the words, of the field or cell that has the keyboard, in the form or grid that shows the document; null for none. */
export const valueIn = (path: ContentPath): string | null => shown.get(path)?.value() ?? null

/** The same of a form or a grid, which is told places of the source as well. */
export const canGoToData = (
  path: ContentPath,
  reveal: Reveal<Place | DataPlace>,
  value: () => string | null
): (() => void) => show(path, { reveal, where: () => null, value })

function show(path: ContentPath, editor: Shown): () => void {
  shown.set(path, editor)
  const place = waiting.get(path)
  waiting.delete(path)
  if (place) editor.reveal(place, false)
  return () => {
    if (shown.get(path) === editor) shown.delete(path)
  }
}

/** Lines and columns count from 1. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** The offset of a place; of one behind the text its end. */
export function offsetOf(text: string, { line, column }: Place): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return text.length
    start = end + 1
  }
  return Math.min(text.length, start + column - 1)
}
