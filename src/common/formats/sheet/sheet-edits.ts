import { nextId, sameCell, typedCell, type CellValue, type Column, type Row, type Sheet } from './book'

/**
 * Changes of one sheet. Each gives a new sheet, or the same one when nothing changes; rows and columns are
 * counted from 0.
 */

/** What a cell becomes. */
export interface CellChange {
  readonly row: number
  readonly slot: number
  readonly value: CellValue
}

/** Sets cells; entries that are no rows are left alone. */
export function setCells(sheet: Sheet, changes: readonly CellChange[]): Sheet {
  const own = new Map<number, CellValue[]>()
  // Changes mostly come row by row.
  let at = -1
  let cells: CellValue[] | undefined
  for (const { row: index, slot, value } of changes) {
    const row = sheet.rows[index]
    if (!row || row.odd !== undefined) continue
    if (index !== at) cells = own.get(index)
    at = index
    if (sameCell((cells ?? row.cells)[slot], value)) continue
    if (!cells) {
      cells = [...row.cells]
      own.set(index, cells)
    }
    while (cells.length < slot) cells.push(undefined)
    cells[slot] = value
  }
  if (own.size === 0) return sheet
  const rows = [...sheet.rows]
  for (const [index, changed] of own) {
    const row = sheet.rows[index]
    if (row) rows[index] = { ...row, cells: changed }
  }
  return { ...sheet, rows }
}

/** As `setCells`, with texts as somebody types them: a number stays a number (SH4). */
export function typeCells(
  sheet: Sheet,
  changes: readonly { readonly row: number; readonly slot: number; readonly text: string }[]
): Sheet {
  return setCells(
    sheet,
    changes.map(({ row, slot, text }) => ({
      row,
      slot,
      value: typedCell(sheet.rows[row]?.cells[slot], text)
    }))
  )
}

/**
 * Empties cells: numbers and the like become empty text; what a row does not have, it still does not have.
 */
export function clearCells(
  sheet: Sheet,
  cells: readonly { readonly row: number; readonly slot: number }[]
): Sheet {
  return setCells(
    sheet,
    cells.flatMap(({ row, slot }) =>
      sheet.rows[row]?.cells[slot] === undefined ? [] : [{ row, slot, value: '' }]
    )
  )
}

/** A row with every column, all of them empty. */
export function blankRow(columns: readonly Column[]): Row {
  const cells: CellValue[] = []
  for (const { slot } of columns) {
    while (cells.length < slot) cells.push(undefined)
    cells[slot] = ''
  }
  return { id: nextId(), cells, source: null }
}

/** Puts empty rows before the row at `at`. */
export function insertRows(sheet: Sheet, at: number, count: number): Sheet {
  const added = Array.from({ length: count }, () => blankRow(sheet.columns))
  return withRows(sheet, [...sheet.rows.slice(0, at), ...added, ...sheet.rows.slice(at)])
}

/**
 * Takes rows out. A sheet whose rows hold its columns keeps one empty row, so that the columns are not lost
 * with the last row (SH3).
 */
export function deleteRows(sheet: Sheet, indexes: ReadonlySet<number>): Sheet {
  const rows = sheet.rows.filter((_row, index) => !indexes.has(index))
  if (rows.length === sheet.rows.length) return sheet
  return withRows(sheet, rows.length === 0 && sheet.columns.length > 0 ? [blankRow(sheet.columns)] : rows)
}

/** Puts a copy of each row behind the last of them. */
export function duplicateRows(sheet: Sheet, indexes: readonly number[]): Sheet {
  const copies = indexes.flatMap((index): Row[] => {
    const row = sheet.rows[index]
    return row ? [{ ...row, id: nextId(), source: null }] : []
  })
  const at = Math.max(...indexes) + 1
  return copies.length === 0
    ? sheet
    : withRows(sheet, [...sheet.rows.slice(0, at), ...copies, ...sheet.rows.slice(at)])
}

/** Moves rows before the row that is at `to` now; `to` may be the number of rows. They keep their order. */
export function moveRows(sheet: Sheet, indexes: ReadonlySet<number>, to: number): Sheet {
  const moving = sheet.rows.filter((_row, index) => indexes.has(index))
  const before = sheet.rows.filter((_row, index) => index < to && !indexes.has(index))
  const after = sheet.rows.filter((_row, index) => index >= to && !indexes.has(index))
  const rows = [...before, ...moving, ...after]
  return rows.every((row, index) => row === sheet.rows[index]) ? sheet : withRows(sheet, rows)
}

/** Puts the rows into this order of their places; each place occurs once. */
export function reorderRows(sheet: Sheet, order: readonly number[]): Sheet {
  const rows = order.flatMap((index) => sheet.rows[index] ?? [])
  if (rows.length !== sheet.rows.length || rows.every((row, index) => row === sheet.rows[index])) return sheet
  return withRows(sheet, rows)
}

/**
 * Adds columns before the one at `at`; every row gets an empty cell. A sheet without rows gets one, which
 * holds them (SH3).
 */
export function insertColumns(sheet: Sheet, at: number, names: readonly string[]): Sheet {
  const added = names.map((name, index): Column => ({ slot: sheet.nextSlot + index, name, width: null }))
  const columns = [...sheet.columns.slice(0, at), ...added, ...sheet.columns.slice(at)]
  const wider = { ...sheet, columns, nextSlot: sheet.nextSlot + names.length }
  if (sheet.rows.length === 0) return withRows(wider, [blankRow(columns)])
  return {
    ...wider,
    rows: sheet.rows.map((row) => {
      if (row.odd !== undefined) return row
      const cells = [...row.cells]
      while (cells.length < sheet.nextSlot) cells.push(undefined)
      return { ...row, cells: [...cells, ...names.map(() => '')] }
    })
  }
}

/** Takes columns out, with their values. */
export function deleteColumns(sheet: Sheet, slots: ReadonlySet<number>): Sheet {
  const columns = sheet.columns.filter(({ slot }) => !slots.has(slot))
  return columns.length === sheet.columns.length ? sheet : { ...sheet, columns }
}

/** @returns why the column cannot have the name, in words, else the sheet */
export function renameColumn(sheet: Sheet, slot: number, name: string): Sheet | { readonly problem: string } {
  const column = sheet.columns.find((one) => one.slot === slot)
  if (!column || column.name === name) return sheet
  if (name.trim() === '') return { problem: 'A column needs a name: without one its values cannot be used.' }
  if (sheet.columns.some((one) => one.slot !== slot && one.name === name)) {
    return {
      problem: `There is a column “${name}” already. Two columns of one name would hide each other’s values.`
    }
  }
  return changeColumn(sheet, slot, { name })
}

export function resizeColumn(sheet: Sheet, slot: number, width: number): Sheet {
  const old = sheet.columns.find((column) => column.slot === slot)?.width
  return old === width ? sheet : changeColumn(sheet, slot, { width })
}

/** Moves a column so that it comes before the one that is at `to` now; `to` may be the number of columns. */
export function moveColumn(sheet: Sheet, from: number, to: number): Sheet {
  const column = sheet.columns[from]
  if (!column || to === from || to === from + 1) return sheet
  const rest = sheet.columns.filter((one) => one !== column)
  const at = to > from ? to - 1 : to
  return { ...sheet, columns: [...rest.slice(0, at), column, ...rest.slice(at)] }
}

/** `Column 4`, or the next number that is free. */
export function freeColumnName(
  columns: readonly { readonly name: string }[],
  number = columns.length + 1
): string {
  const name = `Column ${number}`
  return columns.some((column) => column.name === name) ? freeColumnName(columns, number + 1) : name
}

function changeColumn(sheet: Sheet, slot: number, change: Partial<Pick<Column, 'name' | 'width'>>): Sheet {
  return {
    ...sheet,
    columns: sheet.columns.map((column) => (column.slot === slot ? { ...column, ...change } : column))
  }
}

function withRows(sheet: Sheet, rows: readonly Row[]): Sheet {
  return { ...sheet, rows, shape: {} }
}
