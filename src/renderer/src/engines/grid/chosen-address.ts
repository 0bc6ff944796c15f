import { addressAtSpot } from './pointer'
import type { SheetStore } from './sheet-store'

/** The address that the chosen cell is, while the grid has the keyboard; null for none. */
export function chosenAddress(store: SheetStore): string | null {
  const { sheet } = store
  if (!sheet || !document.activeElement?.matches('[data-grid-field]')) return null
  const state = store.stateOf(sheet.id)
  return addressAtSpot({ store, id: sheet.id, state }, sheet, state.selection.anchor)
}
