import type { Selection, Spot } from './grid-state'
import type { GridKey } from './keys'

export interface Room {
  readonly rows: number
  readonly columns: number
  /** Rows on one page. */
  readonly page: number
  readonly filled: (spot: Spot) => boolean
}

/** The selection after a key that moves; null for keys that do something else. Row -1 is the row of names. */
export function moved(selection: Selection, key: GridKey, room: Room): Selection | null {
  const { anchor, head } = selection
  if (room.columns === 0) return null
  const to = (spot: Spot, extend: boolean): Selection => {
    const inside = {
      row: Math.max(extend ? 0 : -1, Math.min(room.rows - 1, spot.row)),
      column: Math.max(0, Math.min(room.columns - 1, spot.column))
    }
    return extend
      ? { anchor, head: inside, kind: selection.kind }
      : { anchor: inside, head: inside, kind: 'cells' }
  }
  switch (key.kind) {
    case 'move': {
      const from = key.extend ? head : anchor
      return to(
        key.far ? far(from, key.rows, key.columns, room) : stepped(from, key.rows, key.columns),
        key.extend
      )
    }
    case 'page': {
      const from = key.extend ? head : anchor
      return to({ ...from, row: Math.max(0, from.row + key.pages * room.page) }, key.extend)
    }
    case 'row-end': {
      const from = key.extend ? head : anchor
      const column = key.end ? room.columns - 1 : 0
      return to({ row: key.far ? (key.end ? room.rows - 1 : 0) : from.row, column }, key.extend)
    }
    case 'next':
      return to(along(anchor, key.by, room), false)
    case 'down':
      return to({ ...anchor, row: Math.max(0, anchor.row + key.by) }, false)
    case 'select':
      return chosen(selection, key.what, room)
    default:
      return null
  }
}

const stepped = ({ row, column }: Spot, rows: number, columns: number): Spot => ({
  row: row + rows,
  column: column + columns
})

/** To the end of what is filled, or to the next filled cell, as spreadsheets do. */
function far(from: Spot, rows: number, columns: number, room: Room): Spot {
  const inside = ({ row, column }: Spot) =>
    row >= 0 && row < room.rows && column >= 0 && column < room.columns
  let spot = from
  let next = stepped(spot, rows, columns)
  if (!inside(next)) return next
  const wanted = room.filled(next)
  spot = next
  for (;;) {
    next = stepped(spot, rows, columns)
    if (!inside(next)) return spot
    const is = room.filled(next)
    if (wanted && !is) return spot
    spot = next
    if (!wanted && is) return spot
  }
}

/** Through a row, and on to the next one. */
function along({ row, column }: Spot, by: 1 | -1, { rows, columns }: Room): Spot {
  const next = column + by
  if (next >= columns) return row + 1 < rows ? { row: row + 1, column: 0 } : { row, column }
  if (next < 0) return row > 0 ? { row: row - 1, column: columns - 1 } : { row, column }
  return { row, column: next }
}

function chosen({ anchor, head }: Selection, what: 'all' | 'row' | 'column', room: Room): Selection {
  if (what === 'all') {
    return {
      anchor: { row: 0, column: 0 },
      head: { row: Math.max(0, room.rows - 1), column: room.columns - 1 },
      kind: 'cells'
    }
  }
  return { anchor, head, kind: what === 'row' ? 'rows' : 'columns' }
}
