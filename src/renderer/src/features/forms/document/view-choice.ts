import { useSyncExternalStore } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'

/** How one document is looked at: its form, the data as it is delivered, or the stored text. */
export type DocumentView = 'form' | 'json' | 'source'

const chosen = new Map<ContentPath, DocumentView>()
const listeners = new Set<() => void>()

export function chooseView(path: ContentPath, view: DocumentView): void {
  chosen.set(path, view)
  listeners.forEach((tell) => tell())
}

/** What the person chose for this document since the window was opened; null before. */
export function useChosenView(path: ContentPath): DocumentView | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => chosen.get(path) ?? null
  )
}
