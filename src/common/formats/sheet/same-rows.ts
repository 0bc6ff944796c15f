import { objectOf, type JsonObject } from '../../json/value'
import { matchItems } from '../json/diff/items'
import { cellText, type Book, type Column, type Row, type Sheet } from './book'

/**
 * The book that was read anew, with the ids and slots of the one that is shown for the sheets, columns and
 * rows that are the same: so selection, view and the cell that is being typed in stay where they are when
 * somebody else saves.
 */
export function sameRows(shown: Book, read: Book): Book {
  const sheets = read.sheets.map((sheet) => {
    const old = shown.sheets.find((one) => one.name === sheet.name && one.private === sheet.private)
    return old && old.broken === null && sheet.broken === null ? sameSheet(old, sheet) : sheet
  })
  const { source } = read
  return { ...read, sheets, source: source && { ...source, sheets } }
}

function sameSheet(old: Sheet, sheet: Sheet): Sheet {
  const slots = slotsFor(old, sheet)
  const plain = sheet.columns.every(({ slot }) => slots.get(slot) === slot)
  const ids = idsFor(old, sheet, slots)
  const rows = sheet.rows.map((row, index): Row => {
    const cells = plain ? row.cells : inSlots(row, slots)
    return { ...row, id: ids[index] ?? row.id, cells, source: row.source && { ...row.source, cells } }
  })
  const columns = sheet.columns.map((column): Column => ({
    ...column,
    slot: slots.get(column.slot) ?? column.slot
  }))
  const nextSlot = Math.max(old.nextSlot, ...columns.map(({ slot }) => slot + 1))
  const source = sheet.source && { ...sheet.source, rows, columns }
  const sameOrder =
    rows.length === old.rows.length && rows.every((row, index) => row.id === old.rows[index]?.id)
  return { ...sheet, id: old.id, rows, columns, nextSlot, source, shape: sameOrder ? old.shape : {} }
}

/**
 * Columns are the same by name. Slots of the file as it is written must rise in its order: else they are all
 * new.
 */
function slotsFor(old: Sheet, sheet: Sheet): Map<number, number> {
  const left = [...old.columns]
  let next = old.nextSlot
  const slots = new Map<number, number>()
  for (const { slot, name } of sheet.columns) {
    const at = left.findIndex((column) => column.name === name)
    const known = at < 0 ? undefined : left.splice(at, 1)[0]
    slots.set(slot, known?.slot ?? next++)
  }
  const given = [...slots.values()]
  const rising = given.every((slot, index) => index === 0 || (given[index - 1] ?? -1) < slot)
  if (rising) return slots
  return new Map(sheet.columns.map(({ slot }, index) => [slot, old.nextSlot + index]))
}

function inSlots(row: Row, slots: ReadonlyMap<number, number>): Row['cells'] {
  const cells: Row['cells'][number][] = []
  row.cells.forEach((value, slot) => {
    const to = slots.get(slot) ?? slot
    while (cells.length < to) cells.push(undefined)
    cells[to] = value
  })
  return cells
}

/** Rows are the same by content from both ends; between, by what is in them, by likeness and by place. */
function idsFor(old: Sheet, sheet: Sheet, slots: ReadonlyMap<number, number>): (number | undefined)[] {
  const [a, b] = [old.rows, sheet.rows]
  const same = (one: Row | undefined, other: Row | undefined) =>
    one !== undefined && other !== undefined && isSame(one, other, sheet.columns, slots)
  let head = 0
  while (head < a.length && head < b.length && same(a[head], b[head])) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && same(a.at(-1 - tail), b.at(-1 - tail))) tail++
  const between = matchItems(
    valuesOf(a.slice(head, a.length - tail), old.columns),
    valuesOf(b.slice(head, b.length - tail), sheet.columns),
    () => {}
  )
  const found = new Map<number, number>()
  between.forEach((other, at) => {
    const id = a[head + at]?.id
    if (other >= 0 && id !== undefined) found.set(head + other, id)
  })
  return b.map((_row, index) => {
    if (index >= b.length - tail) return a[index - b.length + a.length]?.id
    return index < head ? a[index]?.id : found.get(index)
  })
}

/** Rows as objects. */
export const valuesOf = (rows: readonly Row[], columns: readonly Column[]): JsonObject[] =>
  rows.map(({ cells, odd }) =>
    odd === undefined
      ? objectOf(
          columns.flatMap(({ slot, name }) =>
            cells[slot] === undefined ? [] : [[name, cellText(cells[slot])] as const]
          )
        )
      : { odd }
  )

function isSame(old: Row, row: Row, columns: readonly Column[], slots: ReadonlyMap<number, number>): boolean {
  return (
    old.odd === row.odd &&
    columns.every(({ slot }) => {
      const [was, is] = [old.cells[slots.get(slot) ?? slot], row.cells[slot]]
      return typeof was === 'object' && typeof is === 'object' ? was.json === is.json : was === is
    })
  )
}
