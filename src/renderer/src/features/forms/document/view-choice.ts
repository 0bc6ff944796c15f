import { createEntries, useSelected } from '../../../state/store'
import type { ContentPath } from '../../../../../common/content/paths'

/** How one document is looked at: its form, the data as it is delivered, or the stored text. */
export type DocumentView = 'form' | 'json' | 'source'

const chosen = createEntries<ContentPath, DocumentView>()

export const chooseView = chosen.put

/** What the person chose for this document since the window was opened; null before. */
export function useChosenView(path: ContentPath): DocumentView | null {
  return useSelected(chosen, (views) => views.get(path) ?? null)
}
