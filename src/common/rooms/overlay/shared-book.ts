import * as Y from 'yjs'
import {
  isPrivateName,
  nextId,
  PRIVATE_PREFIX,
  readBook,
  seemsSheets,
  writeBook,
  type Book,
  type CellValue,
  type Column,
  type Row,
  type Sheet
} from '../../formats/sheet'
import { readJsonText } from '../../formats/json/read'
import { wellFormed } from '../flat/formats'
import { adopted } from './adopted'
import { cellIn, memberOf, keptRow, rowIn } from './cells'
import { freeName } from './columns'
import { entriesIn, newSpot, seenOf } from './entries'
import { itemsOf, seedItems, type Item } from './items'
import { mergedLater } from './merged'
import { placesFor } from './order-keys'
import { Overlay } from './overlay'
import { SheetPart, type CellPlace, type Writing } from './sheet-part'

/** What was written here into a cell lately, and somebody else wrote over. */
export interface Replaced extends CellPlace {
  readonly value: CellValue
}

/** The format of the book has no place among the sheets. */
const FORMAT = ':format'

/**
 * A document of sheets that several people write in, as one of them sees it: its seed, and what is set over
 * that. Whatever that is, it is a book that can be written (RT3). To be closed.
 */
export class SharedBook {
  readonly overlay: Overlay
  private readonly seed: Book
  private readonly sheetSeeds
  private readonly parts = new Map<string, SheetPart>()
  private readonly ids = new Map<number, string>()
  private items: readonly Item[] = []
  private shown: Book

  /**
   * @param seed a text that holds sheets
   * @param changed told when others, or an undo, have made it another book
   */
  constructor(
    doc: Y.Doc,
    seed: Book,
    changed: (book: Book, replaced: readonly Replaced[]) => void = () => {}
  ) {
    this.seed = seed
    this.shown = seed
    this.sheetSeeds = seedItems(seed.sheets.length)
    seed.sheets.forEach((sheet, at) => this.know(String(at), sheet))
    this.overlay = new Overlay(doc, (replaced) => {
      const before = this.shown
      this.project()
      if (this.shown !== before) changed(this.shown, this.cellsIn(replaced))
    })
    this.project()
  }

  /** As it is now. Of what nobody has changed since it was read, the very same objects. */
  get book(): Book {
    return this.shown
  }

  source(): string {
    return writeBook(this.shown)
  }

  /**
   * Writes what somebody has made of `book`. Afterwards `book` is that, or the nearest that can be written.
   */
  edit(now: Book): void {
    if (now === this.shown) return
    const { overlay } = this
    const writing: Omit<Writing, 'write'> = { newId: overlay.newIds(), salt: overlay.salt, own: overlay.own }
    overlay.edit((write) => {
      const ids = now.sheets.map((sheet) => {
        const known = this.ids.get(sheet.id)
        if (known !== undefined) {
          this.parts.get(known)?.edit(sheet, { ...writing, write }, this.spotOf(known))
          return known
        }
        const id = writing.newId()
        write('=', id, keptSheet(sheet))
        this.know(id, sheet)
        return id
      })
      const stay = new Set(ids)
      for (const { id } of this.items)
        if (!stay.has(id)) write('-', id, seenOf(entriesIn(this.spotOf(id) ?? newSpot())))
      if (ids.some((id, at) => id !== this.items[at]?.id))
        for (const [id, key] of placesFor(this.items, ids, writing.salt)) write('@', id, key)
      if (now.format !== this.shown.format) write('=', FORMAT, now.format)
    })
    this.shown = now
    this.project()
  }

  /** Whether it can be written as exactly this text: a change of more than its sheets cannot be shared. */
  holds(text: string): boolean {
    if (text === this.seed.source?.text) return true
    const reading = readBook(text)
    if (!('book' in reading)) return false
    const doc = new Y.Doc()
    const other = new SharedBook(doc, this.seed)
    other.edit(adopted(this.seed, reading.book))
    const source = other.source()
    other.close()
    doc.destroy()
    return source === text
  }

  /**
   * Takes in what somebody has made of `base` elsewhere: what they changed is changed here. False, and nothing is
   * done, for texts that hold no sheets.
   */
  carry(base: string, mine: string): boolean {
    if (!('book' in readBook(base)) || !('book' in readBook(mine))) return false
    const merged = mergedLater('json', { base, local: this.source(), remote: mine })
    const reading = merged === null ? null : readBook(merged)
    if (!reading || !('book' in reading)) return false
    this.overlay.separate()
    this.edit(adopted(this.shown, reading.book))
    return true
  }

  /** Takes the last step back. @returns false where that changes nothing any more */
  undo(): boolean {
    return this.taken(() => this.overlay.undo())
  }

  redo(): boolean {
    return this.taken(() => this.overlay.redo())
  }

  close(): void {
    this.overlay.close()
  }

  private cellsIn(replaced: ReadonlyMap<string, unknown>): readonly Replaced[] {
    return [...replaced].flatMap(([path, value]) => {
      const [id = '', ...below] = path.split('/')
      const part = this.parts.get(id)
      const cell = part?.cellAt(below)
      const written = cellIn(value)
      return part && cell && written !== undefined ? [{ ...cell, sheet: part.number, value: written }] : []
    })
  }

  private taken(take: () => void): boolean {
    const before = this.shown
    take()
    this.project()
    return this.shown !== before
  }

  private spotOf(id: string) {
    return this.overlay.root.below?.get(id)
  }

  private know(id: string, sheet: Sheet): SheetPart {
    const part = new SheetPart(id, sheet)
    this.parts.set(id, part)
    this.ids.set(sheet.id, id)
    return part
  }

  private project(): void {
    const { root } = this.overlay
    const { seed, shown } = this
    const there = itemsOf(this.sheetSeeds, root)
    const all = there.map(({ id }) => this.partOf(id).project(this.spotOf(id)))
    const set = root.below?.get(FORMAT)?.value?.value
    const sheets = inOrder(named(forReaders(all, seed), seed))
    this.items = sheets.map(({ id }) => itemOf(this.ids.get(id), there))
    const shownCount = sheets.filter((sheet) => !sheet.private).length
    const isBroken = sheets.some((sheet) => !sheet.private && sheet.broken !== null)
    const isSet = (set === 'sheet' && !isBroken) || set === 'multi-sheet'
    const format = shownCount > 1 ? 'multi-sheet' : isSet ? set : seed.format
    const final = sheets.map((sheet) => this.parts.get(this.ids.get(sheet.id) ?? '')?.become(sheet) ?? sheet)
    const isSame =
      format === shown.format &&
      final.length === shown.sheets.length &&
      final.every((sheet, at) => sheet === shown.sheets[at])
    if (!isSame) this.shown = { format, sheets: final, source: seed.source }
  }

  private partOf(id: string): SheetPart {
    return this.parts.get(id) ?? this.know(id, sheetIn(this.spotOf(id)?.value?.value))
  }
}

/** Whether a text can be shared as sheets. */
export const isData = (text: string): boolean =>
  seemsSheets(text) && wellFormed(text) === text && readJsonText(text) !== null && 'book' in readBook(text)

/** @throws Error for a text that holds none */
export function bookOf(text: string): Book {
  const reading = readBook(text)
  if ('book' in reading) return reading.book
  throw new Error('This text holds no sheets.')
}

function itemOf(id: string | undefined, items: readonly Item[]): Item {
  return items.find((item) => item.id === id) ?? { id: id ?? '', key: '' }
}

/** Where two took away, or hid, what the other one left, the first one is for readers. */
function forReaders(sheets: readonly Sheet[], seed: Book): readonly Sheet[] {
  const [first, ...rest] = sheets
  if (sheets.some((sheet) => !isHidden(sheet))) return sheets
  if (!first) return seed.sheets.slice(0, 1)
  const { name } = first
  return [
    { ...first, name: isPrivateName(name) ? name.slice(PRIVATE_PREFIX.length) : name, private: false },
    ...rest
  ]
}

const isHidden = (sheet: Sheet): boolean => sheet.private || isPrivateName(sheet.name)

/** Each has a name of its own that a file can have. */
function named(sheets: readonly Sheet[], seed: Book): readonly Sheet[] {
  const read = new Set(seed.sheets.map(({ name }) => name))
  const others = seed.format === 'multi-sheet' ? (seed.source?.object.members ?? []) : []
  const first = new Map(seed.sheets.map((sheet) => [sheet.id, sheet.name]))
  const taken = new Set(others.flatMap(({ key }) => (read.has(key) ? [] : [key])))
  for (const { id, name } of sheets) if (first.get(id) === name) taken.add(name)
  return sheets.map((sheet) => {
    if (first.get(sheet.id) === sheet.name) return sheet
    const name = wellFormed(sheet.name)
    const free = freeName(name.trim() === '' || name.startsWith(':') ? 'sheet' : name, taken, '-')
    const isPrivate = isHidden({ ...sheet, name: free })
    return free === sheet.name && isPrivate === sheet.private
      ? sheet
      : { ...sheet, name: free, private: isPrivate }
  })
}

const inOrder = (sheets: readonly Sheet[]): readonly Sheet[] => [
  ...sheets.filter((sheet) => !sheet.private),
  ...sheets.filter((sheet) => sheet.private)
]

/** A sheet that came: its columns and rows are numbered in their order. */
function keptSheet({ name, private: isPrivate, columns, rows }: Sheet): unknown {
  const ids = new Map(columns.map(({ slot }, at) => [slot, String(at)]))
  return {
    name,
    private: isPrivate,
    columns: columns.map((column) => ({ name: column.name, width: column.width })),
    rows: rows.map((row) => keptRow(row, (slot) => ids.get(slot)))
  }
}

function sheetIn(value: unknown): Sheet {
  const [name, columns, rows] = ['name', 'columns', 'rows'].map((key) => memberOf(value, key))
  const known = new Set<string>()
  const own = listOf(columns).map((column, slot): Column => {
    const [title, width] = [memberOf(column, 'name'), memberOf(column, 'width')]
    const isWidth = typeof width === 'number' && Number.isFinite(width) && width > 0
    const text = typeof title === 'string' ? wellFormed(title) : 'Column'
    return { slot, name: freeName(text, known), width: isWidth ? width : null }
  })
  return {
    id: nextId(),
    name: typeof name === 'string' ? name : 'sheet',
    private: memberOf(value, 'private') === true,
    columns: own,
    rows: listOf(rows).map((row): Row => {
      const { cells, odd } = rowIn(row)
      if (odd !== null) return { id: nextId(), cells: [], source: null, odd }
      return { id: nextId(), cells: own.map((_, at) => cells.get(String(at))), source: null }
    }),
    shape: {},
    nextSlot: own.length,
    source: null,
    broken: null
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
