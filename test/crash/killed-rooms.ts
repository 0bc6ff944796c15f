import { writeSync } from 'node:fs'
import { insertRows, readBook, setCells, writeBook, type Sheet } from '../../src/common/formats/sheet'
import { openRooms } from '../../src/main/rooms'
import { openStore } from '../../src/main/store'
import { p, text } from '../support/workspace'
import { DataWriter } from '../unit/rooms/kept/data-writer'
import { Writer } from '../unit/rooms/kept/people'

/**
 * People write in one page until the process is killed, and another program writes the file now and then. Tells each word that was
 * acknowledged, a line each. Arguments: workspace, a seed, `sheet` for a sheet in the page's place.
 */
const [, , location = '', seed = '1', kind = 'page'] = process.argv
let state = Number(seed) | 0
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 8) % below
}
const say = (line: string) => writeSync(1, `${line}\n`)
const page = p('/o/s/page.html')
const sheet = p('/o/s/crew.json')
const crew = '{"total":1,"limit":1,"offset":0,"data":[{"key":"r0","a":""}],":type":"sheet"}'

async function main(): Promise<void> {
  const store = await openStore({ folder: location })
  const rooms = openRooms({ store, program: null, report: (error) => say(`failed ${String(error)}`) })
  if (!(await store.stat(page)))
    await store.write(page, new TextEncoder().encode('<main><div><p>begin end</p></div></main>'), {
      by: { email: 'first@example.com' }
    })
  const people = ['ada', 'bob', 'eve'].map((name) => new Writer(name))
  for (const one of people) await one.join(rooms, page)
  say('ready')
  let count = 0
  const newWord = () => `w${seed}x${count++}`
  const writes = async (one: Writer) => {
    for (;;) {
      if (one.news.includes('bye') || one.news.includes('anew')) return say('failed out')
      const word = newWord()
      say(`begin ${word}`)
      one.type('begin', ` ${word}`)
      await one.settled()
      say(`acknowledged ${word}`)
      await new Promise((resolve) => setTimeout(resolve, random(30)))
    }
  }
  const outside = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 200 + random(900)))
      const found = await store.read(page)
      if (!found) continue
      const word = newWord()
      say(`begin ${word}`)
      try {
        await store.write(
          page,
          new TextEncoder().encode(text(found.bytes).replace('end</p>', `${word} end</p>`)),
          {
            by: { email: 'outside@example.com' },
            condition: (current) => {
              if (current?.hash !== found.entry.hash) throw new Error('another')
            }
          }
        )
        say(`acknowledged ${word}`)
      } catch {
        // somebody was quicker
      }
    }
  }
  await Promise.all([...people.map(writes), outside()])
}

/** The same with a sheet: each word is a row. */
async function inSheet(): Promise<void> {
  const store = await openStore({ folder: location })
  const rooms = openRooms({ store, program: null, report: (error) => say(`failed ${String(error)}`) })
  if (!(await store.stat(sheet)))
    await store.write(sheet, new TextEncoder().encode(crew), { by: { email: 'first@example.com' } })
  const people = ['ada', 'bob', 'eve'].map((name) => new DataWriter(name))
  for (const one of people) await one.join(rooms, sheet)
  say('ready')
  let count = 0
  const newWord = () => `w${seed}x${count++}`
  const withRow = (now: Sheet, word: string) => {
    const at = random(now.rows.length)
    return setCells(insertRows(now, at, 1), [{ row: at, slot: 0, value: word }])
  }
  const writes = async (one: DataWriter) => {
    for (;;) {
      if (one.news.includes('bye') || one.news.includes('anew')) return say('failed out')
      const word = newWord()
      say(`begin ${word}`)
      one.edit((now) => withRow(now, word))
      await one.settled()
      say(`acknowledged ${word}`)
      await new Promise((resolve) => setTimeout(resolve, random(30)))
    }
  }
  const outside = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 200 + random(900)))
      const found = await store.read(sheet)
      const reading = found && readBook(text(found.bytes))
      if (!reading || !('book' in reading)) continue
      const word = newWord()
      say(`begin ${word}`)
      const sheets = reading.book.sheets.map((one) => withRow(one, word))
      try {
        await store.write(sheet, new TextEncoder().encode(writeBook({ ...reading.book, sheets })), {
          by: { email: 'outside@example.com' },
          condition: (current) => {
            if (current?.hash !== found.entry.hash) throw new Error('somebody was quicker')
          }
        })
        say(`acknowledged ${word}`)
      } catch {
        // somebody was quicker
      }
    }
  }
  await Promise.all([...people.map(writes), outside()])
}

void (kind === 'sheet' ? inSheet() : main())
