import type { Sheet } from '../../../../common/formats/sheet'
import { isWhole } from '../../../../common/formats/sheet'
import { bytesOfData, dataPlaceIn, type DataPlace } from '../../../../common/rooms/window/data-places'
import { numberText } from '../../components/formats'
import type { Company } from '../../documents/together/company'
import type { GridState, Spot } from './grid-state'
import type { SheetStore } from './sheet-store'

/** Cells of a sheet, as they are stored. */
type CellsPlace = Extract<DataPlace, { readonly sheet: string }>

/**
 * Tells the others in which cells one is, and goes to where they are.
 * @returns a function that ends it
 */
export function joinGrid(company: Company, store: SheetStore): () => void {
  const follow = () => {
    const state = store.sheet && store.stateOf(store.sheet.id)
    // what others do above moves the cells, and nobody
    return state?.moved.subscribe(() => (state.seen ? company.moved('sheet') : company.shifted()))
  }
  let unfollow = follow()
  const ends = [
    store.shown.subscribe(() => {
      unfollow?.()
      unfollow = follow()
      company.moved('sheet')
    }),
    company.led(
      (at, isAsked) => goTo(store, at, isAsked),
      () => where(store),
      wordsOf
    )
  ]
  company.moved('sheet')
  return () => {
    unfollow?.()
    ends.forEach((end) => end())
  }
}

/** Where somebody is, when that is in this sheet. */
export function cellsIn(at: Uint8Array | null, { name }: Sheet): CellsPlace | null {
  const place = at && dataPlaceIn(at)
  return place && 'sheet' in place && place.sheet === name ? place : null
}

/** The place in the view of a stored row; null for one that is not shown. */
export function shownRow(state: GridState, sheet: Sheet, row: number): number | null {
  if (row < 0) return -1
  const rows = state.shown(sheet)
  if (isWhole(state.view)) return row < rows.length ? row : null
  const found = rows.indexOf(row)
  return found < 0 ? null : found
}

function where(store: SheetStore): Uint8Array | null {
  const { sheet } = store
  if (!sheet) return null
  const state = store.stateOf(sheet.id)
  const rows = state.shown(sheet)
  const { anchor, head, kind } = state.selection
  const area = state.area(sheet)
  const ends: readonly [Spot, Spot] =
    kind === 'cells'
      ? [anchor, head]
      : [
          { row: area.top, column: area.left },
          { row: area.bottom, column: area.right }
        ]
  const [from, to] = ends.map(({ row, column }) => ({ row: rows[row] ?? -1, column }))
  if (!from || !to) return null
  // rows that are sorted or filtered here lie elsewhere for the others
  return bytesOfData({ sheet: sheet.name, from, to: isWhole(state.view) ? to : from })
}

function goTo(store: SheetStore, at: Uint8Array, isAsked: boolean): boolean {
  const place = dataPlaceIn(at)
  if (!place || !('sheet' in place)) return false
  const sheet = store.book.sheets.find(({ name }) => name === place.sheet)
  const state = sheet && store.stateOf(sheet.id)
  const row = sheet && state ? shownRow(state, sheet, place.to.row) : null
  if (!sheet || !state || row === null || place.to.column >= sheet.columns.length) return false
  const spot = { row, column: place.to.column }
  store.show(sheet.id)
  state.reveal(spot, sheet)
  if (!isAsked) return true
  state.goTo(spot)
  // another sheet is drawn first
  requestAnimationFrame(() => state.focus())
  return true
}

function wordsOf(at: Uint8Array): string | null {
  const place = dataPlaceIn(at)
  if (!place || !('sheet' in place)) return null
  const sheet = place.sheet === '' ? '' : ` of ${place.sheet}`
  return place.to.row < 0 ? `in the names${sheet}` : `in row ${numberText(place.to.row + 1)}${sheet}`
}
