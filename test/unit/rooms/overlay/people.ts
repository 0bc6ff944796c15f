import * as Y from 'yjs'
import { cellText, type Book, type Sheet } from '../../../../src/common/formats/sheet'
import { filledData, seedIn } from '../../../../src/common/rooms/overlay/seed'
import { bookOf, SharedBook, type Replaced } from '../../../../src/common/rooms/overlay/shared-book'

const epoch = { hash: 'of some sheets', compactions: 0 }

/** Somebody who writes in a document of sheets. */
export class BookPerson {
  readonly doc = new Y.Doc()
  readonly shared: SharedBook
  /** Told of others' changes. */
  heard = 0
  /** What others wrote over. */
  readonly replaced: Replaced[] = []

  constructor(
    source: string,
    readonly client: number
  ) {
    this.doc.clientID = client
    Y.applyUpdate(this.doc, filledData(source, epoch))
    this.shared = new SharedBook(this.doc, bookOf(seedIn(this.doc)), (_, replaced) => {
      this.heard += 1
      this.replaced.push(...replaced)
    })
  }

  get book(): Book {
    return this.shared.book
  }

  get sheet(): Sheet {
    const [sheet] = this.book.sheets
    if (!sheet) throw new Error('There is no sheet.')
    return sheet
  }

  /** Changes the first sheet. */
  edit(change: (sheet: Sheet) => Sheet): void {
    const { book, sheet } = this
    const next = change(sheet)
    this.shared.edit({ ...book, sheets: book.sheets.map((one) => (one === sheet ? next : one)) })
  }

  /** A cell of the first sheet, by the names of its row and column. */
  cell(row: string, column: string): string | undefined {
    const { sheet } = this
    const slot = sheet.columns.find(({ name }) => name === column)?.slot
    const key = sheet.columns.find(({ name }) => name === 'key')?.slot ?? 0
    const found = sheet.rows.find(({ cells }) => cells[key] === row)
    return found && slot !== undefined ? cellText(found.cells[slot]) : undefined
  }
}

export const people = (source: string, count: number): BookPerson[] =>
  Array.from({ length: count }, (_, at) => new BookPerson(source, 1000 + at * 7919))

export function meet(one: { readonly doc: Y.Doc }, other: { readonly doc: Y.Doc }): void {
  const forOne = Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(one.doc))
  const forOther = Y.encodeStateAsUpdate(one.doc, Y.encodeStateVector(other.doc))
  Y.applyUpdate(one.doc, forOne)
  Y.applyUpdate(other.doc, forOther)
}

export function allMeet(all: readonly { readonly doc: Y.Doc }[]): void {
  for (const one of all) for (const other of all) if (one !== other) meet(one, other)
}

/** The values of a book, for comparing: what two people see the same of. */
export const valuesOf = ({ format, sheets }: Book): unknown => ({
  format,
  sheets: sheets.map(({ name, private: isPrivate, columns, rows }) => ({
    name,
    isPrivate,
    columns: columns.map((column) => [column.name, column.width]),
    rows: rows.map(({ cells, odd }) => odd ?? columns.map(({ slot }) => cells[slot] ?? null))
  }))
})

/** What a file can say of it: where the first rows lack a column, it does not say where that stands. */
export const saidOf = ({ sheets }: Book): unknown =>
  sheets.map(({ name, private: isPrivate, columns, rows }) => ({
    name,
    isPrivate,
    rows: rows.map(
      ({ cells, odd }) =>
        odd ??
        Object.fromEntries(
          columns.flatMap((column) =>
            cells[column.slot] === undefined ? [] : [[column.name, cells[column.slot]]]
          )
        )
    )
  }))

interface Undoing {
  readonly doc: Y.Doc
  readonly shared: { undo(): unknown; readonly overlay: { readonly depth: number } }
}

/** Each takes back all of their own, in any order, meeting now and then, and all meet at the end. @param chance from 0 to 1 */
export function allTakeBack(all: readonly Undoing[], chance: () => number): void {
  for (let left = [...all]; left.length > 0;) {
    const one = left[Math.floor(chance() * left.length)]
    if (!one) break
    one.shared.undo()
    if (one.shared.overlay.depth === 0) left = left.filter((other) => other !== one)
    if (chance() < 0.5) allMeet(all)
  }
  allMeet(all)
}
