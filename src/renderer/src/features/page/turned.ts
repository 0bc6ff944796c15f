import { createStore, useStore } from '../../state/store'
import type { ContentPath } from '../../../../common/content/paths'
import { beginAt, placeIn } from '../../documents/go-to'
import { changeEditorSettings, editorSettings } from '../../workbench/editor-settings'

/** How often somebody has turned from one view to the other by command: the keyboard goes along. */
const turns = createStore(0)

export const useTurns = (): number => useStore(turns)

/** Shows the page as its source, or as it is read, with the cursor where it was (VE3). */
export function turnView(path: ContentPath): void {
  const place = placeIn(path)
  if (place) beginAt(path, place)
  turns.set(turns.now() + 1)
  changeEditorSettings({ pageView: editorSettings().pageView === 'page' ? 'source' : 'page' })
}
