import type * as Monaco from 'monaco-editor/editor'
import type { ContentPath } from '../../../../../common/content/paths'
import { linksNow, subscribeLinks } from '../../../documents/links/document-links'
import { faultyPlaces, type FaultyPlace } from '../../../documents/links/faults'

/** The owner of the marks of links that lead nowhere. */
export const LINK_MARKS = 'links'
/** After typing. Milliseconds. */
const DELAY = 500

/**
 * Marks addresses that need a look where they stand in a text, as long as its links are known (LK10).
 * @returns a function that ends it
 */
export function markLinks(
  monaco: typeof Monaco,
  model: Monaco.editor.ITextModel,
  pathNow: () => ContentPath
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (model.isDisposed() || model.getLanguageId() === 'plaintext') return
    const read = linksNow(pathNow())
    // what was known stays until it is known anew
    if (read.status !== 'ready') return
    const found = faultyPlaces(pathNow(), model.getValue(), read.links)
    monaco.editor.setModelMarkers(
      model,
      LINK_MARKS,
      found.map((fault) => ({
        severity: monaco.MarkerSeverity.Warning,
        message: fault.message,
        code: fault.code,
        ...rangeOf(model, fault)
      }))
    )
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, DELAY)
  }
  const stop = subscribeLinks(soon)
  const changes = model.onDidChangeContent(soon)
  soon()
  return () => {
    stop()
    changes.dispose()
    clearTimeout(timer)
  }
}

/** Where a stretch of a text stands, for a mark. */
export function rangeOf(model: Monaco.editor.ITextModel, { start, end }: Pick<FaultyPlace, 'start' | 'end'>) {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)]
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column
  }
}
