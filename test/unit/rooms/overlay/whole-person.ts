import * as Y from 'yjs'
import { writeBook, type Sheet } from '../../../../src/common/formats/sheet'
import { bookOf } from '../../../../src/common/rooms/overlay/shared-book'

/** The usual way, to show that what is looked at sees losses: the whole sheet is one value, and the last one counts. */
export class WholePerson {
  readonly doc = new Y.Doc()
  private readonly map: Y.Map<unknown>

  constructor(
    private readonly source: string,
    client: number
  ) {
    this.doc.clientID = client
    this.map = this.doc.getMap('whole')
  }

  get sheet(): Sheet {
    const text = this.map.get('text')
    const [sheet] = bookOf(typeof text === 'string' ? text : this.source).sheets
    if (!sheet) throw new Error('There is no sheet.')
    return sheet
  }

  edit(change: (sheet: Sheet) => Sheet): void {
    const text = this.map.get('text')
    const book = bookOf(typeof text === 'string' ? text : this.source)
    this.map.set(
      'text',
      writeBook({ ...book, sheets: book.sheets.map((sheet, at) => (at === 0 ? change(sheet) : sheet)) })
    )
  }
}
