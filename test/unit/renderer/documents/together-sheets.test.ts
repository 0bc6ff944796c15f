// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../../../src/common/api/client'
import { contentPath } from '../../../../src/common/content/paths'
import {
  cellText,
  deleteRows,
  insertRows,
  readBook,
  setCells,
  writeBook,
  type Sheet
} from '../../../../src/common/formats/sheet'
import { RoomsLine, type Ask } from '../../../../src/common/rooms/window/rooms-line'
import type { Shared } from '../../../../src/common/rooms/window/shared'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import { documentServiceOf } from '../../../../src/renderer/src/documents/service-client'
import { DocumentSession } from '../../../../src/renderer/src/documents/session'
import type { SheetStore } from '../../../../src/renderer/src/engines/grid/sheet-store'
import { SheetDocument } from '../../../../src/renderer/src/features/sheets/sheet-document'
import { openHttp, type HttpWorkspace } from '../../../contract/over-http'
import { owner, writePage } from '../../../contract/people'
import { random as seeded } from '../../rooms/flat/deeds'
import { until } from '../../rooms/kept/people'
import { memoryDrafts } from './memory'

const RUNS = Number(process.env['GALLEY_TOGETHER_RUNS'] ?? 2)
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
const STEPS = 40
const PATH = '/acme/site/crew.json'
const ROWS = 12
const rows = Array.from({ length: ROWS }, (_, at) => `    {"key": "r${at}","a":  "", "b": ""}`)
const source = `{\n  "total": ${ROWS}, "limit": ${ROWS},   "offset": 0,\n  "data": [\n${rows.join(',\n')}\n  ],\n  ":type": "sheet"\n}\n`

let workspace: HttpWorkspace
let drafts: DraftStore
const reported: unknown[] = []
/** What the draft of each window has. */
const drafted = new Map<string, string>()

beforeEach(async () => {
  workspace = await openHttp({}, { report: (error) => reported.push(error) })
  const inMemory = memoryDrafts()
  drafts = {
    ...inMemory,
    async put(draft) {
      const safety = await inMemory.put(draft)
      drafted.set(draft.session, draft.parts.join(''))
      return safety
    }
  }
  await writePage(owner(workspace), PATH, source)
})

afterEach(async () => {
  await workspace.close()
  expect(reported.splice(0)).toEqual([])
})

/** One window with a sheet: its network, its line, and its grid. */
class SheetWindow {
  readonly session: DocumentSession
  readonly line: RoomsLine
  private isThere = true
  private cutting = new AbortController()
  private sheets: SheetDocument | null = null
  shared: Shared['kind'] | null = null

  constructor(readonly name: string) {
    this.line = new RoomsLine(this.ask)
    this.session = new DocumentSession(contentPath(PATH), {
      service: documentServiceOf(createClient({ fetch: this.ask })),
      drafts,
      workspace: 'w',
      me: () => 'me@example.org',
      id: name,
      line: () => Promise.resolve(this.line),
      timing: { idle: 40, most: 120, firstRetry: 20, lastRetry: 80 }
    })
  }

  private readonly ask: Ask = async (url, init) => {
    if (!this.isThere) throw new TypeError('no network')
    const { signal } = this.cutting
    const all = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    const asked = new Request(`http://127.0.0.1${url}`, { ...init, signal: all })
    const answer = await workspace.service.fetch(asked, 'owner')
    if (!this.isThere) throw new TypeError('no network')
    const { body, status, headers } = answer
    return new Response(body?.pipeThrough(new TransformStream(), { signal: all }) ?? null, {
      status,
      headers
    })
  }

  async open(): Promise<this> {
    await this.session.open()
    const sheets = new SheetDocument(this.session)
    const share = sheets.share.bind(sheets)
    sheets.share = (shared, base) => {
      const isShared = share(shared, base)
      this.shared = isShared ? (shared?.kind ?? null) : null
      return isShared
    }
    sheets.takeOver()
    this.sheets = sheets
    return this
  }

  async joined(): Promise<this> {
    await this.open()
    await until(() => this.shared === 'data')
    return this
  }

  get store(): SheetStore {
    const store = this.sheets?.store
    if (!store) throw new Error('no sheets')
    return store
  }

  get sheet(): Sheet {
    const { sheet } = this.store
    if (!sheet) throw new Error('no sheet')
    return sheet
  }

  get text(): string {
    return this.session.text()
  }

  edit(title: string, change: (sheet: Sheet) => Sheet): void {
    this.store.endTyping(true)
    expect(this.store.edit(this.sheet.id, title, change)).toBeNull()
  }

  rowOf(key: string): number {
    return this.sheet.rows.findIndex(({ cells }) => cells[0] === key)
  }

  cell(key: string, column: string): string {
    const slot = this.sheet.columns.find(({ name }) => name === column)?.slot ?? -1
    return cellText(this.sheet.rows[this.rowOf(key)]?.cells[slot])
  }

  /** Types into a cell, a letter at a time. */
  type(key: string, column: string, text: string): void {
    const row = this.sheet.rows[this.rowOf(key)]
    const slot = this.sheet.columns.find(({ name }) => name === column)?.slot ?? 0
    if (!row) throw new Error(`no row ${key}`)
    // whoever begins in another cell has ended in the one before
    this.store.endTyping(true)
    for (let length = 1; length <= text.length; length += 1)
      this.store.type({ kind: 'cell', sheet: this.sheet.id, row: row.id, slot, text: text.slice(0, length) })
  }

  cut(): void {
    this.isThere = false
    this.cutting.abort()
    this.cutting = new AbortController()
  }

  back(): void {
    this.isThere = true
    this.line.nudge()
  }

  close(): void {
    this.sheets?.close()
    this.session.close()
  }

  /** Ends without a word to anybody; what its draft has is left. */
  async crash(): Promise<void> {
    // what was typed a moment before is in no draft yet
    await until(() => !this.session.dirty() || drafted.get(this.name) === this.text)
    this.cut()
    this.close()
  }
}

async function stored(): Promise<string> {
  return new TextDecoder().decode((await owner(workspace).send('GET', `/source${PATH}`)).body)
}

/** Another program: it reads the file, and writes it with more. */
async function writesBeside(change: (text: string) => string): Promise<boolean> {
  const before = await owner(workspace).send('GET', `/source${PATH}`)
  const answer = await owner(workspace).send('PUT', `/source${PATH}`, {
    body: new TextEncoder().encode(change(new TextDecoder().decode(before.body))),
    headers: { 'If-Match': before.headers['etag'] ?? '' }
  })
  return answer.status < 300
}

function withRow(text: string, at: number, word: string): string {
  const reading = readBook(text)
  if (!('book' in reading)) throw new Error('no sheets')
  const [sheet] = reading.book.sheets
  if (!sheet) throw new Error('no sheet')
  const next = setCells(insertRows(sheet, at, 1), [{ row: at, slot: 0, value: word }])
  return writeBook({ ...reading.book, sheets: [next] })
}

const two = async () => [await new SheetWindow('a0').joined(), await new SheetWindow('b0').joined()] as const
const calm = (windows: readonly SheetWindow[]) =>
  until(async () => {
    const text = await stored()
    return windows.every((window) => window.text === text && !window.session.dirty())
  })

describe('RT7 a sheet in two windows', () => {
  it('RT1 RT4 each sees what the other one writes, as it is typed, and the file has both with all other bytes as they were', async () => {
    const [a, b] = await two()
    a.type('r0', 'a', 'Ada')
    await until(() => b.cell('r0', 'a') === 'Ada')
    b.type('r0', 'b', 'Bob')
    b.store.endTyping(true)
    a.store.endTyping(true)
    await calm([a, b])
    expect(await stored()).toBe(source.replace('"a":  "", "b": ""', '"a":  "Ada", "b": "Bob"'))
    for (const window of [a, b]) window.close()
  })

  it('RT7 a cell that is being typed in is not changed under the hands of who types; who ends later counts', async () => {
    const [a, b] = await two()
    a.type('r1', 'a', 'mine')
    await until(() => b.cell('r1', 'a') === 'mine')
    b.type('r1', 'a', 'theirs')
    b.store.endTyping(true)
    await until(() => a.cell('r1', 'a') === 'theirs')
    expect(a.store.isTyping).toBe(true)
    a.store.endTyping(true)
    await calm([a, b])
    expect(b.cell('r1', 'a')).toBe('mine')
    for (const window of [a, b]) window.close()
  })

  it('RT4 what was typed and given up leaves the file as it was, and nothing to take back', async () => {
    const [a, b] = await two()
    a.type('r1', 'a', 'not')
    await until(() => b.cell('r1', 'a') === 'not')
    a.store.endTyping(false)
    await calm([a, b])
    expect(await stored()).toBe(source)
    expect([a.store.undoTitle, a.store.redoTitle]).toEqual([null, null])
    for (const window of [a, b]) window.close()
  })

  it('RT5 each takes back their own: typing as one step, rows, and what only a view is', async () => {
    const [a, b] = await two()
    a.type('r0', 'a', 'one')
    a.store.endTyping(true)
    a.edit('Insert row', (sheet) => insertRows(sheet, 3, 1))
    b.type('r2', 'a', 'theirs')
    b.store.endTyping(true)
    await calm([a, b])
    const slot = a.sheet.columns[0]?.slot ?? 0
    a.store.look(a.sheet.id, 'Sort', { sort: { slot, descending: true }, filters: [] })
    expect([a.store.undoTitle, b.store.undoTitle]).toEqual(['Sort', 'Typing'])
    a.store.undo()
    expect(a.store.undoTitle).toBe('Insert row')
    a.store.undo()
    a.store.undo()
    expect([a.store.undoTitle, a.store.redoTitle]).toEqual([null, 'Typing'])
    await calm([a, b])
    expect(b.cell('r2', 'a')).toBe('theirs')
    expect(b.cell('r0', 'a')).toBe('')
    expect(b.sheet.rows).toHaveLength(ROWS)
    a.store.redo()
    await calm([a, b])
    expect(b.cell('r0', 'a')).toBe('one')
    for (const window of [a, b]) window.close()
  })

  it('RT1 RT8 a row that one deletes while the other one, cut off, writes in it', async () => {
    const [a, b] = await two()
    b.cut()
    b.type('r4', 'a', 'kept')
    b.store.endTyping(true)
    a.edit('Delete row', (sheet) => deleteRows(sheet, new Set([a.rowOf('r4')])))
    await until(() => !a.session.dirty())
    expect(await stored()).not.toContain('"r4"')
    b.back()
    await calm([a, b])
    expect(a.cell('r4', 'a')).toBe('kept')
    for (const window of [a, b]) window.close()
  })

  it('RT6 where the person is stays: the sheet that is shown, and rows by what they are', async () => {
    const [a, b] = await two()
    const { id } = a.sheet
    const row = a.sheet.rows[a.rowOf('r5')]?.id
    b.edit('Insert row', (sheet) => insertRows(sheet, 0, 2))
    await calm([a, b])
    expect(a.sheet.id).toBe(id)
    expect(a.sheet.rows[a.rowOf('r5')]?.id).toBe(row)
    expect(a.rowOf('r5')).toBe(7)
    for (const window of [a, b]) window.close()
  })

  it('RT7 a file that another program lays out anew goes on, and what was typed meanwhile is in it', async () => {
    const [a, b] = await two()
    a.type('r0', 'a', 'typed')
    await writesBeside((text) => JSON.stringify({ ...JSON.parse(text), note: 'laid out anew' }, null, 4))
    await calm([a, b])
    expect(await stored()).toContain('laid out anew')
    expect(b.cell('r0', 'a')).toBe('typed')
    a.store.endTyping(true)
    a.type('r1', 'b', 'on')
    a.store.endTyping(true)
    await calm([a, b])
    expect(b.cell('r1', 'b')).toBe('on')
    for (const window of [a, b]) window.close()
  })
})

describe('windows with a sheet, cut lines, crashes and other programs', () => {
  it.each(Array.from({ length: RUNS }, (_, at) => SEED + at))(
    'RT1 RT2 RT6 RT7 RT8 E1 each word is there once, in all windows and in the file (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const below = (count: number) => Math.floor(random() * count)
      const windows = [await new SheetWindow('a0').joined(), await new SheetWindow('b0').joined()]
      const words: string[] = []
      const next = () => {
        words.push(`w${words.length}.`)
        return words.at(-1) ?? ''
      }
      const free = Array.from({ length: ROWS }, (_, at) => [`r${at} a`, `r${at} b`]).flat()
      let opened = 1
      for (let step = 0; step < STEPS; step += 1) {
        const at = below(windows.length)
        const window = windows[at]
        if (!window) continue
        const what = random()
        if (what < 0.35) {
          const [key = '', column = ''] = (free.splice(below(free.length), 1)[0] ?? '').split(' ')
          if (key === '') continue
          window.type(key, column, next())
          if (random() < 0.8) window.store.endTyping(true)
        } else if (what < 0.7) {
          const word = next()
          const place = below(window.sheet.rows.length)
          window.edit('Insert row', (sheet) =>
            setCells(insertRows(sheet, place, 1), [{ row: place, slot: 0, value: word }])
          )
        } else if (what < 0.78) window.cut()
        else if (what < 0.88) window.back()
        else if (what < 0.93) {
          const word = next()
          const isLaidOut = random() < 0.3
          const isDone = await writesBeside((text) => {
            const more = withRow(text, below(3), word)
            return isLaidOut ? `${more} ` : more
          })
          if (!isDone) words.pop()
        } else {
          await window.crash()
          windows[at] = await new SheetWindow(`w${opened++}`).open()
        }
        if (random() < 0.4) await new Promise((resolve) => setTimeout(resolve, random() * 120))
      }
      for (const window of windows) window.back()
      const state = async () => [
        `stored ${await stored()}`,
        ...windows.map(({ text, session }) => `${session.dirty() ? 'unsaved' : 'stored'} ${text}`)
      ]
      const isCalm = async () => {
        for (const window of windows) window.line.nudge()
        return new Set(await state()).size === 1
      }
      const isOver = await until(isCalm).then(
        () => true,
        () => false
      )
      if (!isOver) {
        const [file, ...others] = await state()
        expect(others).toEqual(others.map(() => file))
      }
      const text = await stored()
      const times = words.map((word) => ({ word, times: text.split(`"${word}`).length - 1 }))
      expect(times.filter((one) => one.times !== 1)).toEqual([])
      for (const window of windows) window.close()
    },
    60_000
  )
})
