import type * as Y from 'yjs'
import {
  deleteRows,
  insertRows,
  newBook,
  setCells,
  writeBook,
  type Sheet
} from '../../src/common/formats/sheet'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../src/common/json/value'
import { SharedData } from '../../src/common/rooms/window/shared-data'
import { SharedFields } from '../../src/common/rooms/window/shared-fields'
import { fleet, fleetText, stored } from '../unit/rooms/overlay/form-people'

/** A document that words are put into, and taken away from, by somebody without an editor. */
export interface WordsIn {
  put(word: string): void
  take(word: string): void
  /** Whatever all the words stand in. */
  text(): string
}

/** What people write in: what it holds at first, what another program makes of it, and how words go in. */
export interface Written {
  readonly source: string
  readonly withWord: (source: string, word: string) => string
  readonly open: (doc: Y.Doc) => WordsIn
}

export const writtenPage: Written = {
  source: '<body><main><div><p>begin end</p></div></main></body>',
  withWord: (source, word) => source.replace('end</p>', `${word} end</p>`),
  open(doc) {
    const text = doc.getText('page')
    return {
      put: (word) => text.insert(placeOf(text, 'begin') ?? text.length, ` ${word}`),
      take(word) {
        const at = placeOf(text, word)
        if (at !== null) text.delete(at - word.length - 1, word.length + 1)
      },
      text: () => text.toString()
    }
  }
}

/** Every other word is put into a long text, letter by letter; the others are items of a list. */
export const writtenForm: Written = {
  source: stored({ name: 'North', notes: 'begin end', crew: [{ key: 'first' }] }),
  withWord: (source, word) => source.replace('end</p>', `${word} end</p>`),
  open(doc) {
    const form = new SharedFields(doc)
    form.useSchema(fleetText, fleet)
    const now = () => objectIn(form.data)
    const notes = () => {
      const { notes: text } = now()
      return typeof text === 'string' ? text : ''
    }
    const crew = () => {
      const { crew: items } = now()
      return isJsonArray(items) ? items : []
    }
    let count = 0
    return {
      put(word) {
        count += 1
        const data =
          count % 2 === 0
            ? { ...now(), notes: notes().replace(/begin|^/, (begin) => `${begin} ${word}`) }
            : { ...now(), crew: [...crew().slice(0, 1), { key: word }, ...crew().slice(1)] }
        form.edit(data, true)
      },
      take(word) {
        const left = crew().filter((item) => !isJsonObject(item) || item['key'] !== word)
        form.edit({ ...now(), notes: notes().replace(` ${word}`, ''), crew: left }, true)
      },
      text: () => form.source()
    }
  }
}

/** Each word is a cell of a row of its own. */
export const writtenSheet: Written = {
  source: writeBook(newBook('data', ['word'])),
  withWord(source, word) {
    const sheet = objectIn(JSON.parse(source))
    const data = [...(isJsonArray(sheet['data']) ? sheet['data'] : []), { word }]
    return JSON.stringify({ ...sheet, total: data.length, limit: data.length, data })
  },
  open(doc) {
    const book = new SharedData(doc)
    const edit = (change: (sheet: Sheet) => Sheet) => {
      const [sheet] = book.book.sheets
      if (sheet) book.edit({ ...book.book, sheets: [change(sheet), ...book.book.sheets.slice(1)] }, true)
    }
    return {
      put: (word) =>
        edit((sheet) => {
          const more = insertRows(sheet, sheet.rows.length, 1)
          return setCells(more, [{ row: sheet.rows.length, slot: sheet.columns[0]?.slot ?? 0, value: word }])
        }),
      take: (word) =>
        edit((sheet) => {
          const at = sheet.rows.findIndex(({ cells }) => cells.includes(word))
          return at < 0 ? sheet : deleteRows(sheet, new Set([at]))
        }),
      text: () => book.source()
    }
  }
}

const objectIn = (value: JsonValue): JsonObject => (isJsonObject(value) ? value : {})

/** Behind the first of these letters, of a text that has other things in it as well; null where they are not. */
function placeOf(text: Y.Text, letters: string): number | null {
  let at = 0
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (typeof insert !== 'string') at += 1
    else {
      const found = new RegExp(`\\b${letters}\\b`).exec(insert)
      if (found) return at + found.index + letters.length
      at += insert.length
    }
  }
  return null
}
