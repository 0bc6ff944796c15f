import { drawNow } from '../../components/draw-now'
import { createSignal } from '../../state/signal'
import { focusRegion } from '../../workbench/focus-region'
import { closeDrawer, showSearchSide, sideNow, turnSide } from '../../workbench/panels'
import { updateReplace } from './replace-state'
import { searchNow, updateSearch } from './search-state'

/** The field is wanted, with all of it selected. */
export const fieldWanted = createSignal<void>()

/** The field is wanted, with the caret at its end. */
export const caretWanted = createSignal<void>()

/** The field of what is written instead is wanted. */
export const withWanted = createSignal<void>()

/** What had the keyboard before the panel. */
let before: HTMLElement | null = null

/** Shows the panel with the keyboard in its field. What was found before is still there. */
export function showSearch(): void {
  const active = document.activeElement
  if (active instanceof HTMLElement && active.closest('[data-search-panel], [role="dialog"]') === null)
    before = active
  showSearchSide()
  drawNow()
  fieldWanted.notify()
}

/** Shows the panel with its half that replaces; the keyboard is where something has to be typed. */
export function showReplace(): void {
  updateReplace({ isOn: true })
  showSearch()
  if (searchNow().query.trim() !== '') withWanted.notify()
}

/** Asks this in the panel, and shows it. */
export function searchInPanel(query: string): void {
  updateSearch({ query })
  showSearch()
}

/** Goes back to where one was; the content is in its place again. What was found is kept. */
export function leaveSearch(): void {
  if (sideNow() !== 'search') return
  turnSide('content')
  closeDrawer()
  if (before?.isConnected && before.closest('[hidden]') === null) before.focus({ preventScroll: true })
  else focusRegion('editor-area')
  before = null
}
