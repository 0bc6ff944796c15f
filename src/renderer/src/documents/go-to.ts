import type { ContentPath } from '../../../common/content/paths'
import { createSignal } from '../state/signal'
import { openDocument } from '../workbench/workbench'

interface Place {
  readonly line: number
  readonly column: number
}

/** `focus`: the person asked for this place just now. */
type Reveal = (place: Place, focus: boolean) => void

interface Shown {
  readonly reveal: Reveal
  readonly where: () => Place | null
}

const shown = new Map<ContentPath, Shown>()
const waiting = new Map<ContentPath, Place>()

/** Opens the document and puts the cursor there. */
export function goTo(path: ContentPath, place: Place): void {
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
export function canGoTo(path: ContentPath, reveal: Reveal, where: () => Place | null): () => void {
  const editor = { reveal, where }
  shown.set(path, editor)
  const place = waiting.get(path)
  waiting.delete(path)
  if (place) reveal(place, false)
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
