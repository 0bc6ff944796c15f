import type { ContentPath } from '../../../../common/content/paths'
import { shownIn } from '../../engines/grid'
import { chosenPlace } from '../../engines/grid/chosen-place'
import type { SheetStore } from '../../engines/grid/sheet-store'
import { askWhoChanged, useWhoChangedCommand, type WhoChangedRequest } from './who-changed'

/**
 * “Who changed this last?” for the chosen cell or row of a document of sheets, or of a config (D16).
 * @returns asks, for a menu
 */
export function useWhoChangedInGrid(
  path: ContentPath,
  store: SheetStore | null,
  isConfig = false
): () => void {
  const request = (): WhoChangedRequest | null => {
    const shown = store && shownIn(store)
    const chosen = shown && chosenPlace(shown)
    if (!store || !chosen) return null
    const { place, title } = chosen
    const of = { path, isConfig, typed: () => store.text() }
    return { of, format: 'json', place: { kind: 'cell', ...place }, title }
  }
  useWhoChangedCommand(request, 'Choose a cell or a row first.')
  return () => {
    const found = request()
    if (found) askWhoChanged(found)
  }
}
