import { notifications, notificationsStore } from '@mantine/notifications'
import { openSheets } from '../../../../src/renderer/src/engines/grid'
import { sheetIn, type Shown } from '../../../../src/renderer/src/engines/grid/grid-actions'
import type { SheetStore } from '../../../../src/renderer/src/engines/grid/sheet-store'

/** A sheet of harbour fares, as a file holds it: a number, an empty cell, and a row that lacks a column. */
export const fares = `${JSON.stringify(
  {
    ':type': 'sheet',
    ':sheetname': 'fares',
    total: 4,
    data: [
      { who: 'Adult', price: 9, zone: 'A' },
      { who: 'Child', price: '4', zone: '' },
      { who: 'Islander', price: '5', zone: 'B' },
      { who: 'adult dog', price: '1' }
    ]
  },
  null,
  2
)}\n`

/** A text of sheets that is open, without a window: what a key, a menu or the clipboard does is done to `shown`. */
export function openGrid(text = fares, readOnly = false) {
  const opened = openSheets(text, readOnly)
  if (!('store' in opened)) throw new Error(opened.message)
  const { store } = opened
  const id = store.sheet?.id ?? 0
  const shown: Shown = { store, id, state: store.stateOf(id) }
  return { store, shown, state: shown.state, sheet: () => sheetOf(shown) }
}

export function sheetOf(shown: Shown) {
  const sheet = sheetIn(shown)
  if (!sheet) throw new Error('The sheet of the test is gone.')
  return sheet
}

/** The rows of the only sheet, as a reader of the file gets them. */
export const rowsOf = (store: SheetStore): readonly Record<string, unknown>[] =>
  (JSON.parse(store.text()) as { data: Record<string, unknown>[] }).data

/** A column of it, in the stored order. */
export const columnOf = (store: SheetStore, name: string): readonly unknown[] =>
  rowsOf(store).map((row) => row[name])

/** What was told in a corner of the window since the last time it was asked for. */
export function toldSince(): string[] {
  const { notifications: shown, queue } = notificationsStore.getState()
  notifications.clean()
  return [...shown, ...queue].map(({ message }) => String(message))
}
