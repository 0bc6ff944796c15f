import { cellText, setCells } from '../../../../common/formats/sheet'
import type { Replaced } from '../../../../common/rooms/overlay/shared-book'
import type { SheetStore } from '../../engines/grid'
import { notifyWithAction } from '../../workbench/toast'

/** Signs of a cell that a sentence has room for. */
const MOST_SHOWN = 60

/** Says that somebody has written over what was typed here a moment ago, and puts it back where that is wanted. */
export function tellReplaced(cells: readonly Replaced[], store: SheetStore): void {
  // in the cell that is being typed in, who ends later counts
  const told = cells.filter((cell) => !store.isTypingIn(cell))
  const [first, ...more] = told
  if (!first) return
  const text = cellText(first.value)
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  const others =
    more.length === 0 ? '' : more.length === 1 ? ' and another cell' : ` and ${more.length} other cells`
  notifyWithAction(`Somebody else has just written over “${shown}”${others}.`, 'Put mine back', () =>
    putBack(told, store)
  )
}

function putBack(cells: readonly Replaced[], store: SheetStore): void {
  for (const id of new Set(cells.map(({ sheet }) => sheet)))
    store.edit(id, 'Put back', (sheet) =>
      setCells(
        sheet,
        cells.flatMap(({ sheet: of, row: number, slot, value }) => {
          const row = sheet.rows.findIndex((one) => one.id === number)
          return of === id && row >= 0 ? [{ row, slot, value }] : []
        })
      )
    )
  const [first] = cells
  if (first) store.show(first.sheet)
}
