import type { ContentPath } from '../../../common/content/paths'
import { openDocument } from '../workbench/workbench'

interface Place {
  readonly line: number
  readonly column: number
}

/** `focus`: the person asked for this place just now. */
type Reveal = (place: Place, focus: boolean) => void

const shown = new Map<ContentPath, Reveal>()
const waiting = new Map<ContentPath, Place>()

/** Opens the document and puts the cursor there. */
export function goTo(path: ContentPath, place: Place): void {
  openDocument(path)
  const reveal = shown.get(path)
  if (reveal) reveal(place, true)
  else waiting.set(path, place)
}

/** An editor shows the document from now on. @returns a function that says it no longer does */
export function canGoTo(path: ContentPath, reveal: Reveal): () => void {
  shown.set(path, reveal)
  const place = waiting.get(path)
  waiting.delete(path)
  if (place) reveal(place, false)
  return () => {
    if (shown.get(path) === reveal) shown.delete(path)
  }
}
