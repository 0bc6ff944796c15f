import { useSyncExternalStore } from 'react'
import type { ContentPath } from '../../../../common/content/paths'

/** How a document of sheets is looked at: its grid, or the stored text. */
export type SheetDocumentView = 'sheet' | 'source'

const chosen = new Map<ContentPath, SheetDocumentView>()
const listeners = new Set<() => void>()

export function chooseView(path: ContentPath, view: SheetDocumentView): void {
  chosen.set(path, view)
  listeners.forEach((tell) => tell())
}

/** What the person chose for this document since the window was opened; the grid before. */
export function useChosenView(path: ContentPath): SheetDocumentView {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => chosen.get(path) ?? 'sheet'
  )
}
