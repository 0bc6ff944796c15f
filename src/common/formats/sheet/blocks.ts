import { cellText, typedCell, type CellValue, type Sheet } from './book'
import type { Block } from './delimited'
import { freeColumnName, insertColumns, insertRows, setCells, type CellChange } from './sheet-edits'

/** A rectangle of cells as a person sees them: places in the view, the last ones included. */
export interface Area {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Cells with their kinds, for copying within Galley; texts for everything from outside. */
export type CellBlock = readonly (readonly CellValue[])[]

/** The cells of an area. `rows`: the places in the sheet of the rows that are shown, in their order. */
export function copied(sheet: Sheet, rows: readonly number[], { top, left, bottom, right }: Area): CellBlock {
  const slots = sheet.columns.slice(left, right + 1).map(({ slot }) => slot)
  return rows
    .slice(top, bottom + 1)
    .map((index) =>
      slots.map((slot) => (sheet.rows[index]?.odd === undefined ? sheet.rows[index]?.cells[slot] : undefined))
    )
}

export const textsOf = (cells: CellBlock): Block => cells.map((row) => row.map(cellText))

interface Pasted {
  readonly sheet: Sheet
  /** What holds the pasted cells now, in places of the view. */
  readonly area: Area
  /** True when the first row became the names of the columns. */
  readonly asNames: boolean
}

/**
 * Pastes cells as spreadsheets do: from the first cell of the selection on; one cell into all that are
 * selected; a selection that is a multiple of the cells is filled with them. Rows and columns that are
 * missing are added at the end. A sheet without columns takes its names from the first row.
 */
export function pasted(
  sheet: Sheet,
  rows: readonly number[],
  selection: Area,
  cells: CellBlock | Block
): Pasted {
  const height = cells.length
  const width = cells[0]?.length ?? 0
  if (height === 0 || width === 0) return { sheet, area: selection, asNames: false }
  if (sheet.columns.length === 0) return intoNothing(sheet, cells)
  const tall = selection.bottom - selection.top + 1
  const wide = selection.right - selection.left + 1
  const down = tall % height === 0 ? tall : height
  const across = wide % width === 0 ? wide : width
  const area = {
    top: selection.top,
    left: selection.left,
    bottom: selection.top + down - 1,
    right: selection.left + across - 1
  }
  const missing = Math.max(0, area.bottom + 1 - rows.length)
  const first = sheet.rows.length
  let next = missing > 0 ? insertRows(sheet, first, missing) : sheet
  const places = [...rows, ...Array.from({ length: missing }, (_, index) => first + index)]
  next = withColumns(next, area.right + 1)
  const changes: CellChange[] = []
  for (let row = area.top; row <= area.bottom; row++) {
    const index = places[row]
    if (index === undefined) continue
    const from = cells[(row - area.top) % height] ?? []
    for (let column = area.left; column <= area.right; column++) {
      const slot = next.columns[column]?.slot
      if (slot === undefined) continue
      changes.push({
        row: index,
        slot,
        value: arriving(next.rows[index]?.cells[slot], from[(column - area.left) % width])
      })
    }
  }
  return { sheet: setCells(next, changes), area, asNames: false }
}

/** Text takes the kind of the cell where it fits; cells from within Galley bring their own. */
const arriving = (before: CellValue, value: CellValue): CellValue =>
  typeof value === 'object' ? value : typedCell(before, cellText(value))

function withColumns(sheet: Sheet, count: number): Sheet {
  const names: string[] = []
  while (sheet.columns.length + names.length < count) {
    names.push(freeColumnName([...sheet.columns, ...names.map((name) => ({ name }))]))
  }
  return names.length === 0 ? sheet : insertColumns(sheet, sheet.columns.length, names)
}

function intoNothing(sheet: Sheet, cells: CellBlock | Block): Pasted {
  const [head = [], ...body] = cells
  const asNames = cells.length > 1
  const names = distinctNames(asNames ? head.map(cellText) : head.map(() => ''))
  const content = asNames ? body : cells
  const empty = insertColumns({ ...sheet, rows: [] }, 0, names)
  const grown = insertRows(empty, 1, content.length - 1)
  const changes = content.flatMap((row, index) =>
    names.map((_name, column) => ({
      row: index,
      slot: grown.columns[column]?.slot ?? 0,
      value: arriving('', row[column])
    }))
  )
  return {
    sheet: setCells(grown, changes),
    area: { top: 0, left: 0, bottom: content.length - 1, right: names.length - 1 },
    asNames
  }
}

/** Names for columns: none empty, none twice. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const base = name.trim() === '' ? `Column ${index + 1}` : name.trim()
    let free = base
    for (let number = 2; taken.has(free); number++) free = `${base} ${number}`
    taken.add(free)
    return free
  })
}

/** Repeats the cells of `from` over `to`, which holds it: down, up, left or right, in their pattern. */
export function filled(sheet: Sheet, rows: readonly number[], from: Area, to: Area): Sheet {
  const cells = copied(sheet, rows, from)
  const height = cells.length
  const width = cells[0]?.length ?? 0
  if (height === 0 || width === 0) return sheet
  const changes: CellChange[] = []
  for (let row = to.top; row <= to.bottom; row++) {
    for (let column = to.left; column <= to.right; column++) {
      const inside = row >= from.top && row <= from.bottom && column >= from.left && column <= from.right
      const index = rows[row]
      const slot = sheet.columns[column]?.slot
      if (inside || index === undefined || slot === undefined) continue
      const value = cells[wrapped(row - from.top, height)]?.[wrapped(column - from.left, width)]
      if (value !== undefined) changes.push({ row: index, slot, value })
    }
  }
  return setCells(sheet, changes)
}

const wrapped = (index: number, size: number): number => ((index % size) + size) % size
