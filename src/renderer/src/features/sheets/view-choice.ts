import { createEntries, useSelected } from '../../state/store'
import type { ContentPath } from '../../../../common/content/paths'

/** How a document of sheets is looked at: its grid, or the stored text. */
export type SheetDocumentView = 'sheet' | 'source'

const chosen = createEntries<ContentPath, SheetDocumentView>()

export const chooseView = chosen.put

/** What the person chose for this document since the window was opened; the grid before. */
export function useChosenView(path: ContentPath): SheetDocumentView {
  return useSelected(chosen, (views) => views.get(path) ?? 'sheet')
}
