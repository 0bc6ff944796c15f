import { nextId, sameCell, type CellValue, type Column, type Row, type Sheet } from '../../formats/sheet'
import { cellIn, keptCell, keptCells, keptRow, memberOf, rowIn } from './cells'
import { newSpot, seenOf, entriesIn, isLater, type Entry, type Spot } from './entries'
import { itemsOf, seedItems, type Item } from './items'
import { columnsOf, type ShownColumn } from './columns'
import { placesFor } from './order-keys'
import type { Write } from './overlay'

/** A cell: its sheet and row by their ids, its column by its slot. */
export interface CellPlace {
  readonly sheet: number
  readonly row: number
  readonly slot: number
}

/** Whoever writes: where it goes, and ids and signs of their own. */
export interface Writing {
  readonly write: Write
  readonly newId: () => string
  readonly salt: string
  /** Whose it is. */
  readonly own: string
}

/**
 * One sheet of a book that several people write in: what it began with, and what is set over that. Rows and
 * columns have ids that all know; those of the grid, numbers, are this window's own.
 */
export class SheetPart {
  /** As it is shown; before the first time what it began with. */
  private shown: Sheet
  /** What is said of it; what two people said may not go together, and is shown as something else. */
  private said: Sheet
  private readonly rowSeeds
  private readonly slots = new Map<string, number>()
  private readonly columnIds = new Map<number, string>()
  private readonly numbers = new Map<string, number>()
  private readonly rowIds = new Map<number, string>()
  /** The stamp of what a row was made of. */
  private readonly made = new Map<string, number>()
  /** Of the rows that something is set in. */
  private readonly places = new Map<string, number>()
  private columns: readonly ShownColumn[] = []
  private rows: readonly Item[] = []
  private nextSlot: number
  /** Stands in for the last row, which holds the columns. */
  private ghost: Row | null = null
  private stamp = -1
  private order = -1
  /** The columns that rows have something in without saying so. */
  private fills = ''

  constructor(
    readonly id: string,
    private readonly seed: Sheet
  ) {
    this.shown = seed
    this.said = seed
    this.nextSlot = seed.nextSlot
    this.rowSeeds = seedItems(seed.rows.length)
    seed.columns.forEach(({ slot }, at) => this.knowColumn(String(at), slot))
    seed.rows.forEach((row, at) => this.knowRow(String(at), row.id))
  }

  /** Its id in this window. */
  get number(): number {
    return this.seed.id
  }

  /** The sheet as it is said to be now. */
  project(spot: Spot | undefined): Sheet {
    if (this.stamp === (spot?.stamp ?? 0)) return this.said
    this.stamp = spot?.stamp ?? 0
    const { seed, shown } = this
    const set = (name: string) => spot?.below?.get(name)?.value?.value
    const [name, isPrivate] = [set('name'), set('private')]
    const made: Sheet = {
      ...seed,
      ...(seed.broken === null && this.body(spot)),
      name: typeof name === 'string' ? name : seed.name,
      private: typeof isPrivate === 'boolean' ? isPrivate : seed.private
    }
    this.said = isSameSheet(made, shown) ? shown : made
    return this.said
  }

  /** It is shown so. @returns the very same object as before where that says the same */
  become(next: Sheet): Sheet {
    if (!isSameSheet(next, this.shown)) this.shown = next
    return this.shown
  }

  /** The cell at a path below the sheet, as a window knows it; null for what is none. */
  cellAt(path: readonly string[]): Pick<CellPlace, 'row' | 'slot'> | null {
    const [list, row = '', name = '', ...more] = path
    const [number, slot] = [this.numbers.get(row), this.slots.get(columnIn(name))]
    return list === 'r' && number !== undefined && slot !== undefined && more.length === 0
      ? { row: number, slot }
      : null
  }

  /** Writes what somebody has made of it. */
  edit(now: Sheet, writing: Writing, spot: Spot | undefined): void {
    const was = this.shown
    const { write } = writing
    if (now === was) return
    if (now.name !== was.name) write('=', `${this.id}/name`, now.name)
    if (now.private !== was.private) write('=', `${this.id}/private`, now.private)
    if (this.seed.broken !== null) return
    const filled = this.editColumns(now, writing, spot)
    this.editRows(now, filled, writing, spot)
    this.nextSlot = Math.max(this.nextSlot, now.nextSlot)
    // what is made of it is what the editor has, where it says the same
    this.shown = now
    this.stamp = -1
  }

  private body(spot: Spot | undefined): Pick<Sheet, 'columns' | 'rows' | 'shape' | 'nextSlot'> {
    const { seed, shown } = this
    const rowSpots = spot?.below?.get('r')
    const columnSpots = spot?.below?.get('c')
    const inColumn = function* (id: string): Generator<Entry> {
      for (const row of rowSpots?.below?.values() ?? []) {
        for (const entry of entriesOf(row, id)) yield entry
      }
    }
    this.columns = columnsOf(seed.columns, columnSpots, inColumn)
    for (const id of [...this.columns.map((column) => column.id), ...(columnSpots?.below?.keys() ?? [])])
      if (!this.slots.has(id)) this.knowColumn(id, this.nextSlot++)
    const columns = this.columns.map(({ id, name, width }): Column => ({
      slot: this.slotOf(id),
      name,
      width
    }))
    const fills = this.columns.flatMap(({ id, fill }) => (fill === undefined ? [] : [id])).join(' ')
    const isOrder = this.order !== (rowSpots?.order ?? 0) || this.fills !== fills
    this.order = rowSpots?.order ?? 0
    this.fills = fills
    let rows = isOrder ? this.allRows(rowSpots) : this.changedRows(rowSpots)
    if (rows.length > 0 || columns.length === 0) this.ghost = null
    else rows = [(this.ghost ??= this.blankOf(nextId(), columns))]
    return {
      columns: sameList(columns, [shown.columns, seed.columns], sameColumn),
      rows: sameList(rows, [seed.rows, shown.rows], (a, b) => a === b),
      shape: isOrder && !isSameOrder(rows, shown.rows) ? {} : shown.shape,
      nextSlot: this.nextSlot
    }
  }

  private allRows(spot: Spot | undefined): Row[] {
    const { seed, shown } = this
    this.rows = itemsOf(this.rowSeeds, spot)
    this.places.clear()
    for (const [id, { stamp }] of spot?.below ?? []) this.made.set(id, stamp)
    const known = new Map(shown.rows.map((row) => [row.id, row]))
    return this.rows.map(({ id }, at) => {
      const one = spot?.below?.get(id)
      const first = one || this.fills !== '' ? undefined : seed.rows[Number(id)]
      if (one) this.places.set(id, at)
      return first ?? this.row(id, one, (number) => known.get(number))
    })
  }

  /** Where no item has come or gone. */
  private changedRows(spot: Spot | undefined): readonly Row[] {
    const { shown } = this
    const rows = this.ghost && shown.rows[0] === this.ghost ? [] : [...shown.rows]
    let isOther = rows.length !== shown.rows.length
    for (const [id, one] of spot?.below ?? []) {
      if (this.made.get(id) === one.stamp) continue
      const at = this.places.get(id) ?? this.rows.findIndex((item) => item.id === id)
      if (at < 0) continue
      this.places.set(id, at)
      const row = this.row(id, one, () => rows[at])
      isOther ||= row !== rows[at]
      rows[at] = row
    }
    return isOther ? rows : shown.rows
  }

  private row(id: string, spot: Spot | undefined, shown: (number: number) => Row | undefined): Row {
    this.made.set(id, spot?.stamp ?? 0)
    const first = this.seed.rows[Number(id)]
    const own = /^\d+$/.test(id) && first ? first : null
    const came = own ? null : rowIn(spot?.value?.value)
    const odd = own ? own.odd : (came?.odd ?? undefined)
    if (odd !== undefined && own) return own
    const number = this.numbers.get(id) ?? this.knowRow(id, nextId())
    if (odd !== undefined) return { id: number, cells: [], source: null, odd }
    const cells: CellValue[] = own ? [...own.cells] : []
    const put = (column: string, value: CellValue) => {
      const slot = this.slots.get(column)
      if (slot === undefined) return
      while (cells.length < slot) cells.push(undefined)
      cells[slot] = value
    }
    for (const { id: column, fill } of this.columns) if (fill !== undefined) put(column, fill)
    for (const [column, value] of came?.cells ?? []) put(column, value)
    const set = new Map<string, Entry>()
    const take = (column: string, entry: Entry, value: unknown) => {
      const other = set.get(column)
      if (other && isLater(other, entry)) return
      set.set(column, entry)
      put(column, cellIn(value))
    }
    for (const [name, { value }] of spot?.below ?? []) {
      if (!value) continue
      const column = columnIn(name)
      if (column !== '') take(column, value, value.value)
      else for (const [one, cell] of cellsOf(value)) take(one, value, cell)
    }
    const row: Row = { id: number, cells, source: own?.source ?? null }
    return [own, shown(number)].find((one) => one && isSameRow(one, row)) ?? row
  }

  /** @returns the new columns that every row has: what is empty in them need not be said */
  private editColumns(now: Sheet, { write, newId, salt }: Writing, spot: Spot | undefined): Set<number> {
    const was = this.shown
    const filled = new Set<number>()
    if (now.columns === was.columns) return filled
    const before = new Map(was.columns.map((column) => [column.slot, column]))
    const path = (id: string) => `${this.id}/c/${id}`
    const ids = now.columns.map(({ slot, name, width }) => {
      const old = before.get(slot)
      const id = (old && this.columnIds.get(slot)) ?? newId()
      if (!old) {
        this.knowColumn(id, slot)
        this.nextSlot = Math.max(this.nextSlot, slot + 1)
        if (now.rows.every(({ cells, odd }) => odd !== undefined || cells[slot] !== undefined))
          filled.add(slot)
        write('=', path(id), { name, width, ...(filled.has(slot) && { fill: '' }) })
        return id
      }
      if (old.name !== name) write('=', `${path(id)}/name`, name)
      if (old.width !== width) write('=', `${path(id)}/width`, width)
      return id
    })
    const stay = new Set(ids)
    const rows = spot?.below?.get('r')?.below
    for (const { id } of this.columns)
      if (!stay.has(id)) {
        const own = entriesIn(spot?.below?.get('c')?.below?.get(id) ?? newSpot())
        const cells = [...(rows?.values() ?? [])].flatMap((row) => [...entriesOf(row, id)])
        write('-', path(id), seenOf([...own, ...cells]))
      }
    for (const [id, key] of placesFor(this.columns, ids, salt)) write('@', path(id), key)
    return filled
  }

  private editRows(
    now: Sheet,
    filled: ReadonlySet<number>,
    { write, newId, salt, own }: Writing,
    spot: Spot | undefined
  ): void {
    const was = this.shown
    if (now.rows === was.rows) return
    const path = (id: string) => `${this.id}/r/${id}`
    const slots = now.columns.map(({ slot }) => ({ slot, id: this.columnIds.get(slot) ?? '' }))
    const writeCells = (id: string, old: Row, row: Row) => {
      const begin = `${path(id)}/`
      const changed: (readonly [string, CellValue])[] = []
      for (const { slot, id: column } of slots) {
        const value = old.cells[slot] ?? (filled.has(slot) ? '' : undefined)
        if (!sameCell(value, row.cells[slot])) changed.push([column, row.cells[slot]])
      }
      const many = rowSpots?.get(id)?.below?.get(BY + own)?.value
      const isAll = changed.length >= LEAST_MANY && (!many || isWithin(many, changed))
      if (isAll) write('=', begin + BY + own, { cells: keptCells(changed) })
      else for (const [column, value] of changed) write('=', begin + column + BY + own, keptCell(value))
    }
    const rowSpots = spot?.below?.get('r')?.below
    const writeNew = (id: string, row: Row) => {
      this.knowRow(id, row.id)
      write(
        '=',
        path(id),
        keptRow(row, (slot) => this.columnIds.get(slot))
      )
    }
    const isOrder = now.shape !== was.shape && !isSameOrder(now.rows, was.rows)
    if (!isOrder && !this.ghost) {
      for (let at = 0; at < now.rows.length; at += 1) {
        const [row, old] = [now.rows[at], was.rows[at]]
        if (row === old || !row || !old || row.odd !== undefined) continue
        writeCells(this.rowIds.get(row.id) ?? '', old, row)
      }
      return
    }
    if (this.ghost && now.rows.length === 1 && now.rows[0] === this.ghost) return
    const before = new Map(this.ghost ? [] : was.rows.map((row) => [row.id, row]))
    const ids = now.rows.map((row) => {
      const old = before.get(row.id)
      const known = old && this.rowIds.get(row.id)
      const id = known ?? newId()
      if (known === undefined) writeNew(id, row)
      else if (old && row !== old && row.odd === undefined) writeCells(id, old, row)
      return id
    })
    const stay = new Set(ids)
    for (const { id } of this.rows)
      if (!stay.has(id)) write('-', path(id), seenOf(entriesIn(rowSpots?.get(id) ?? newSpot())))
    for (const [id, key] of placesFor(this.rows, ids, salt)) write('@', path(id), key)
  }

  private slotOf(column: string): number {
    return this.slots.get(column) ?? 0
  }

  private knowColumn(id: string, slot: number): void {
    this.slots.set(id, slot)
    this.columnIds.set(slot, id)
  }

  private knowRow(id: string, number: number): number {
    this.numbers.set(id, number)
    this.rowIds.set(number, id)
    return number
  }

  private blankOf(id: number, columns: readonly Column[]): Row {
    const cells: CellValue[] = []
    for (const { slot } of columns) {
      while (cells.length < slot) cells.push(undefined)
      cells[slot] = ''
    }
    return { id, cells, source: null }
  }
}

/**
 * Below a row each person has places of their own: for a cell, or for many that were set at once. Of what is set
 * for a cell the latest counts.
 */
const BY = '~'
const columnIn = (name: string): string => name.slice(0, Math.max(0, name.indexOf(BY)))
const LEAST_MANY = 3

const cellsOf = ({ value }: Entry): [string, unknown][] => {
  const cells = memberOf(value, 'cells')
  return typeof cells === 'object' && cells !== null ? Object.entries(cells) : []
}

/** Whether all that was set so before is set again. */
const isWithin = (many: Entry, changed: readonly (readonly [string, CellValue])[]): boolean => {
  const ids = new Set(changed.map(([id]) => id))
  return cellsOf(many).every(([id]) => ids.has(id))
}

/** What is set in a row that says something of a column: nothing that is empty, where many cells were set at once. */
function* entriesOf(row: Spot, column: string): Generator<Entry> {
  const isFilled = (entry: Entry) => Boolean(cellIn(memberOf(memberOf(entry.value, 'cells'), column)))
  if (row.value && isFilled(row.value)) yield row.value
  for (const [name, { value }] of row.below ?? []) {
    const of = columnIn(name)
    if (value && (of === column || (of === '' && isFilled(value)))) yield value
  }
}

const isSameSheet = (a: Sheet, b: Sheet): boolean =>
  a.name === b.name &&
  a.private === b.private &&
  a.rows === b.rows &&
  a.columns === b.columns &&
  a.nextSlot === b.nextSlot

function isSameRow(a: Row, b: Row): boolean {
  if (a.id !== b.id || a.odd !== b.odd || a.source !== b.source) return false
  const length = Math.max(a.cells.length, b.cells.length)
  for (let at = 0; at < length; at += 1) if (!sameCell(a.cells[at], b.cells[at])) return false
  return true
}

const sameColumn = (a: Column, b: Column): boolean =>
  a.slot === b.slot && a.name === b.name && a.width === b.width

function isSameOrder(a: readonly Row[], b: readonly Row[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at += 1) if (a[at]?.id !== b[at]?.id) return false
  return true
}

/** The first of the lists that has the same in it, as it is; else the one that was made. */
function sameList<T>(
  made: readonly T[],
  others: readonly (readonly T[])[],
  isSame: (a: T, b: T) => boolean
): readonly T[] {
  const isSameAs = (other: readonly T[]) => {
    if (other === made) return true
    if (other.length !== made.length) return false
    for (let at = 0; at < made.length; at += 1) {
      const [one, two] = [made[at], other[at]]
      if (one === undefined || two === undefined || !isSame(one, two)) return false
    }
    return true
  }
  const found = others.find(isSameAs)
  return found ?? made
}
