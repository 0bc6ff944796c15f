import { matchItems } from '../../formats/json/diff/items'
import { sameCell, type Book, type CellValue, type Column, type Row, type Sheet } from '../../formats/sheet'
import { valuesOf } from '../../formats/sheet/same-rows'

/**
 * A book that was read from another text, with the ids and slots of one that is shown for the sheets, columns
 * and rows that are the same; rows that have the same in them are the very same.
 */
export function adopted(shown: Book, read: Book): Book {
  const left = [...shown.sheets]
  const sheets = read.sheets.map((sheet) => {
    const at = left.findIndex(
      ({ name, private: isPrivate }) => name === sheet.name && isPrivate === sheet.private
    )
    const [old] = at < 0 ? [] : left.splice(at, 1)
    if (!old) return { ...sheet, source: null, rows: sheet.rows.map((row) => ({ ...row, source: null })) }
    return old.broken === null && sheet.broken === null ? sameSheet(old, sheet) : old
  })
  return { format: read.format, sheets, source: shown.source }
}

function sameSheet(old: Sheet, sheet: Sheet): Sheet {
  const slots = slotsOf(old, sheet)
  const partners = matchItems(valuesOf(old.rows, old.columns), valuesOf(sheet.rows, sheet.columns), () => {})
  const found = new Map<number, Row>()
  partners.forEach((other, at) => {
    const row = old.rows[at]
    if (other >= 0 && row) found.set(other, row)
  })
  const rows = sheet.rows.map((row, at): Row => {
    const was = found.get(at)
    if (row.odd !== undefined || was?.odd !== undefined)
      return was && was.odd === row.odd ? was : { ...row, source: null }
    const cells: CellValue[] = []
    row.cells.forEach((value, slot) => {
      const to = slots.get(slot) ?? slot
      while (cells.length <= to) cells.push(undefined)
      cells[to] = value
    })
    if (!was) return { id: row.id, cells, source: null }
    const known = old.columns.map(({ slot }) => slot)
    const isSame = [...known, ...slots.values()].every((slot) => sameCell(was.cells[slot], cells[slot]))
    return isSame ? was : { ...was, cells }
  })
  const columns = sheet.columns.map((column): Column => ({
    ...column,
    slot: slots.get(column.slot) ?? column.slot
  }))
  const nextSlot = Math.max(old.nextSlot, ...columns.map(({ slot }) => slot + 1))
  const isSameRows = rows.length === old.rows.length && rows.every((row, at) => row === old.rows[at])
  return {
    ...old,
    columns: kept(columns, old.columns),
    rows: isSameRows ? old.rows : rows,
    nextSlot,
    shape: {}
  }
}

/** Columns that a file does not tell the place of, since no row has them, stay where they are. */
function kept(columns: readonly Column[], old: readonly Column[]): readonly Column[] {
  const isSame =
    columns.length === old.length &&
    columns.every(
      ({ slot, name, width }, at) =>
        slot === old[at]?.slot && name === old[at]?.name && width === old[at]?.width
    )
  return isSame ? old : columns
}

/** Columns are the same by name. */
function slotsOf(old: Sheet, sheet: Sheet): ReadonlyMap<number, number> {
  const left = [...old.columns]
  let next = old.nextSlot
  return new Map(
    sheet.columns.map(({ slot, name }) => {
      const at = left.findIndex((column) => column.name === name)
      const [known] = at < 0 ? [] : left.splice(at, 1)
      return [slot, known?.slot ?? next++]
    })
  )
}
