import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { insertRows, setCells, type Sheet } from '../../../src/common/formats/sheet'
import { isJsonArray, isJsonObject, objectOf } from '../../../src/common/json/value'
import { seedIn } from '../../../src/common/rooms/overlay/seed'
import { bookOf, SharedBook } from '../../../src/common/rooms/overlay/shared-book'
import { formOf, SharedForm } from '../../../src/common/rooms/overlay/shared-form'
import { SourceText } from '../../../src/common/rooms/source/source-text'
import { random } from './flat/deeds'
import { fleet, fleetText, stored } from './overlay/form-people'
import { twoServices } from './two-services'

const RUNS = Number(process.env['GALLEY_OVERLAY_RUNS'] ?? 10)
const first = Number(process.env['GALLEY_SEED'] ?? 1)
const EDITS = 40
const longer = { timeout: 60_000 + RUNS * 500 }

/** Somebody who puts words into a document that nobody else puts there. */
type Write = (word: string, below: (count: number) => number) => void

/** Half of the people are at each service; some are cut off until the end. @param open what they write with */
function told(
  source: string,
  before: string,
  format: 'json' | 'page' | 'text',
  seed: number,
  open: (doc: Y.Doc) => Write
) {
  const chance = random(seed)
  const below = (count: number) => Math.floor(chance() * count)
  const services = twoServices(source, format, before)
  const people = Array.from({ length: 2 + below(5) }, (_, at) => {
    const { state, number } = services.join(at)
    const doc = new Y.Doc()
    doc.clientID = number
    Y.applyUpdate(doc, state)
    return { doc, number, write: open(doc), isApart: chance() < 0.4 }
  })
  const docs = people.map(({ doc, number }) => [doc, number] as const)
  const words: string[] = []
  for (let step = 0; step < EDITS; step += 1) {
    const word = `w${seed}x${step}z`
    const [who, other] = [below(people.length), below(people.length)]
    people[who]?.write(word, below)
    words.push(word)
    if (who !== other && !people[who]?.isApart && !people[other]?.isApart) services.meet(who, other, docs)
  }
  for (let round = 0; round < 2; round += 1)
    for (const one of people.keys())
      for (const other of people.keys()) if (one !== other) services.meet(one, other, docs)
  const [here, there] = [services.here.source, services.there.source]
  expect(here, `seed ${seed}`).toBe(there)
  return { text: here ?? '', words }
}

const once = (text: string, words: readonly string[]) => words.filter((word) => text.split(word).length !== 2)

describe('RT1 RT2 RT13 one document at two services, with people at both', () => {
  it('RT1 RT13 the source of a text', longer, () => {
    for (let seed = first; seed < first + RUNS; seed += 1) {
      const { text, words } = told('one\nhere only\nmore\n', 'one\nmore\n', 'text', seed, (doc) => {
        const source = new SourceText(doc)
        return (word, below) => source.text.insert(below(source.text.length + 1), ` ${word} `)
      })
      // a word may be put into another one
      expect(text.replaceAll(/[^wxz\d]/g, '').length, `seed ${seed}`).toBe(words.join('').length)
    }
  })

  it('RT1 RT13 sheets: each cell and each row that somebody has written is in both files', longer, () => {
    const rows = (names: readonly string[]) =>
      `{"total":${names.length},"limit":${names.length},"offset":0,"data":[${names.map((name) => `{"key":"${name}","a":""}`).join(',')}],":type":"sheet"}`
    for (let seed = first; seed < first + RUNS; seed += 1) {
      const { text, words } = told(
        rows(['one', 'here', 'two']),
        rows(['one', 'two']),
        'json',
        seed,
        (doc) => {
          const shared = new SharedBook(doc, bookOf(seedIn(doc)))
          const edit = (change: (sheet: Sheet) => Sheet) => {
            const { book } = shared
            shared.edit({
              ...book,
              sheets: book.sheets.map((sheet, at) => (at === 0 ? change(sheet) : sheet))
            })
          }
          return (word, below) =>
            edit((sheet) => {
              const at = below(sheet.rows.length + 1)
              const slot = sheet.columns.find(({ name }) => name === 'key')?.slot ?? 0
              return setCells(insertRows(sheet, at, 1), [{ row: at, slot, value: word }])
            })
        }
      )
      expect(once(text, words), `seed ${seed}`).toEqual([])
      expect(text).toContain('"here"')
    }
  })

  it('RT1 RT13 forms: each item that somebody has put in is in both files', longer, () => {
    const crew = (names: readonly string[]) =>
      stored({ name: 'a', crew: names.map((key) => ({ key, role: 'r' })) })
    for (let seed = first; seed < first + RUNS; seed += 1) {
      const { text, words } = told(
        crew(['one', 'here', 'two']),
        crew(['one', 'two']),
        'page',
        seed,
        (doc) => {
          const shared = new SharedForm(doc, formOf(seedIn(doc)))
          shared.useSchema(fleetText, fleet)
          return (word, below) => {
            const { data } = shared
            if (!isJsonObject(data)) throw new Error('no form')
            const list = isJsonArray(data['crew']) ? data['crew'] : []
            const at = below(list.length + 1)
            const next = [...list.slice(0, at), { key: word, role: 'r' }, ...list.slice(at)]
            shared.edit(objectOf([...Object.entries({ ...data, crew: next })]))
          }
        }
      )
      expect(once(text, words), `seed ${seed}`).toEqual([])
      expect(text).toContain('here')
    }
  })
})
