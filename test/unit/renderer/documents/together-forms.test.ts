// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../../../src/common/api/client'
import { contentPath } from '../../../../src/common/content/paths'
import { parseDocument, writeDocument } from '../../../../src/common/formats/structured'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../../src/common/json/value'
import { RoomsLine, type Ask } from '../../../../src/common/rooms/window/rooms-line'
import type { Shared } from '../../../../src/common/rooms/window/shared'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import { documentServiceOf } from '../../../../src/renderer/src/documents/service-client'
import { stringBuffer } from '../../../../src/renderer/src/documents/text-buffer'
import { DocumentSession } from '../../../../src/renderer/src/documents/session'
import type { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { FormDocument } from '../../../../src/renderer/src/features/forms/document/form-document'
import { openHttp, type HttpWorkspace } from '../../../contract/over-http'
import { owner, writePage } from '../../../contract/people'
import { random as seeded } from '../../rooms/flat/deeds'
import { fleet, fleetText, schemaIn, stored as written } from '../../rooms/overlay/form-people'
import { until } from '../../rooms/kept/people'
import { memoryDrafts } from './memory'

const RUNS = Number(process.env['GALLEY_TOGETHER_RUNS'] ?? 2)
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
const STEPS = 40
const PATH = '/acme/site/fleet.html'
const ITEMS = 8
const first = {
  name: 'North',
  size: 3,
  tags: ['t0'],
  crew: Array.from({ length: ITEMS }, (_, at) => ({ key: `k${at}.`, role: 'hand' }))
}
const source = written(first)

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

/** One window with a form: its network, its line, and its fields. */
class FormWindow {
  readonly session: DocumentSession
  readonly line: RoomsLine
  private isThere = true
  private cutting = new AbortController()
  private document: FormDocument | null = null
  shared: Shared['kind'] | null = null

  constructor(
    readonly name: string,
    private readonly schema = { text: fleetText, schema: fleet }
  ) {
    this.line = new RoomsLine(this.ask)
    this.session = new DocumentSession(contentPath(PATH), {
      service: {
        ...documentServiceOf(createClient({ fetch: this.ask })),
        schemaText: () => Promise.resolve(fleetText)
      },
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
    const document = new FormDocument(this.session)
    const share = document.share.bind(document)
    document.share = (shared, base) => {
      const isShared = share(shared, base)
      this.shared = isShared ? (shared?.kind ?? null) : null
      return isShared
    }
    document.takeOver()
    this.document = document
    return this
  }

  async joined(): Promise<this> {
    await this.open()
    await until(() => this.shared === 'form')
    return this
  }

  get form(): FormDocument {
    if (!this.document) throw new Error('no form')
    return this.document
  }

  get store(): FormStore {
    const store = this.form.storeFor(this.schema.schema, false, this.schema.text)
    if (!store) throw new Error('no store')
    return store
  }

  get text(): string {
    return this.session.text()
  }

  /** Types into a field, a letter at a time; the field has the focus until \`leave\`. */
  type(pointer: string, text: string): void {
    this.leave()
    for (let length = 1; length <= text.length; length += 1)
      this.store.set(pointer, text.slice(0, length), 'typing')
  }

  /** Types a word into a long text, a letter at a time. */
  write(pointer: string, word: string, at: (text: string) => number): void {
    const value = this.store.value(pointer)
    const text = typeof value === 'string' ? value : ''
    const place = at(text)
    for (let length = 1; length <= word.length; length += 1)
      this.store.set(pointer, text.slice(0, place) + word.slice(0, length) + text.slice(place), 'typing')
  }

  leave(): void {
    this.store.cutStep()
  }

  /** The place of an item of the crew. */
  at(key: string): number {
    const crew = this.store.value('/crew')
    return isJsonArray(crew) ? crew.findIndex((item) => isJsonObject(item) && item['key'] === key) : -1
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
    this.document?.close()
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

/** As a script does it that reads the form and writes it with another item. */
function withItem(text: string, at: number, word: string): string {
  const reading = parseDocument(text)
  if (!('document' in reading) || !isJsonObject(reading.document.data)) throw new Error('no form')
  const { document } = reading
  const crew = isJsonObject(document.data) ? document.data['crew'] : null
  const list: readonly JsonValue[] = isJsonArray(crew) ? crew : []
  const item = { key: word }
  const data = { ...first, ...Object(document.data), crew: [...list.slice(0, at), item, ...list.slice(at)] }
  return writeDocument({ metadata: document.metadata, data }, { from: document, schema: fleet })
}

const two = async () => [await new FormWindow('a0').joined(), await new FormWindow('b0').joined()] as const
const calm = (windows: readonly FormWindow[]) =>
  until(async () => {
    const text = await stored()
    return windows.every((window) => window.text === text && !window.session.dirty())
  })
const ended = (windows: readonly FormWindow[]) => windows.forEach((window) => window.close())

describe('RT7 a form in two windows', () => {
  it('RT1 RT4 each sees what the other one writes, as it is typed, and the file is what one who fills it in alone would have saved', async () => {
    const [a, b] = await two()
    a.type('/name', 'Ada')
    await until(() => b.store.value('/name') === 'Ada')
    b.type('/crew/2/role', 'Bob')
    b.leave()
    b.store.insert('/crew', 0, { key: 'new' })
    a.leave()
    await calm([a, b])
    const [{ key }, ...rest] = [{ key: 'new' }, ...first.crew]
    const crew = [{ key }, ...rest.map((one, at) => (at === 2 ? { ...one, role: 'Bob' } : one))]
    expect(await stored()).toBe(written({ ...first, name: 'Ada', crew }))
    ended([a, b])
  })

  it('W2 RT2 who only looks writes nothing, whatever their schema says', async () => {
    const other = JSON.stringify({ type: 'object', properties: { size: { type: 'string' } } })
    const a = await new FormWindow('a0').joined()
    const b = await new FormWindow('b0', { text: other, schema: schemaIn(other) }).joined()
    expect(b.store.value('/size')).toBe('3')
    expect(a.store.value('/size')).toBe(3)
    a.type('/name', 'Ada')
    await calm([a, b])
    expect(await stored()).toBe(written({ ...first, name: 'Ada' }))
    expect(b.store.value('/name')).toBe('Ada')
    ended([a, b])
  })

  it('RT7 a field that is being typed in is not changed under the hands of who types; who leaves it later counts', async () => {
    const [a, b] = await two()
    a.type('/name', 'mine')
    await until(() => b.store.value('/name') === 'mine')
    b.type('/name', 'theirs')
    b.store.insert('/crew', 0, { key: 'above' })
    await until(() => a.at('above') === 0)
    expect(a.store.value('/name')).toBe('mine')
    expect(a.text).toContain('theirs')
    a.leave()
    b.leave()
    await calm([a, b])
    expect([a.store.value('/name'), b.store.value('/name')]).toEqual(['mine', 'mine'])
    // an item that is typed in is the same one when others put one before it
    const at = a.at('k4.')
    a.type(`/crew/${at}/role`, 'cook')
    b.store.insert('/crew', 0, { key: 'more' })
    await until(() => a.at('more') === 0)
    a.store.set(`/crew/${a.at('k4.')}/role`, 'cooks', 'typing')
    a.leave()
    await calm([a, b])
    expect(b.store.value(`/crew/${b.at('k4.')}/role`)).toBe('cooks')
    ended([a, b])
  })

  it('RT1 RT5 in a long text letters of others come while one types in it, nobody writes over anybody, and each takes back their own', async () => {
    const [a, b] = await two()
    a.write('/notes', 'One end.', () => 0)
    await until(() => b.store.value('/notes') === 'One end.')
    const caret = a.store.letterAt('/notes', 4)
    // neither has heard of the other
    a.cut()
    b.write('/notes', 'big ', (text) => text.indexOf('end'))
    a.write('/notes', ' And more.', (text) => text.length)
    a.back()
    await until(() => [a, b].every(({ store }) => store.value('/notes') === 'One big end. And more.'))
    expect(caret && a.store.indexOfLetter('/notes', caret)).toBe(4)
    await calm([a, b])
    expect(await stored()).toBe(
      written({ name: 'North', notes: 'One big end. And more.', size: 3, tags: first.tags, crew: first.crew })
    )
    // a field that is left is not written once more
    a.leave()
    b.leave()
    a.store.undo()
    await until(() => b.store.value('/notes') === 'big ')
    b.store.undo()
    await calm([a, b])
    expect(await stored()).toBe(source)
    ended([a, b])
  })

  it('RT7 what another program writes into a long text comes letter by letter, into words that are typed meanwhile', async () => {
    await writesBeside(() => written({ ...first, notes: 'The quick fox.' }))
    const [a, b] = await two()
    a.write('/notes', ' It jumps.', (text) => text.length)
    await writesBeside((text) => text.replace('The quick', 'The very quick'))
    await until(() => b.store.value('/notes') === 'The very quick fox. It jumps.')
    await calm([a, b])
    ended([a, b])
  })

  it('RT5 each takes back their own: typing as one step, items, and nothing of others', async () => {
    const [a, b] = await two()
    a.type('/name', 'one')
    a.leave()
    a.store.remove('/crew', 1, 'Remove item')
    b.type('/crew/3/role', 'theirs')
    b.leave()
    await calm([a, b])
    expect([a.store.undoTitle, b.store.undoTitle]).toEqual(['Remove item', 'Change “role”'])
    a.store.undo()
    expect(a.at('k1.')).toBe(1)
    a.store.undo()
    expect(a.store.value('/name')).toBe('North')
    expect([a.store.undoTitle, a.store.redoTitle]).toEqual([null, 'Change “name”'])
    await calm([a, b])
    expect(b.store.value(`/crew/${b.at('k3.')}/role`)).toBe('theirs')
    a.store.redo()
    await calm([a, b])
    expect(b.store.value('/name')).toBe('one')
    a.store.undo()
    b.store.undo()
    await calm([a, b])
    expect(await stored()).toBe(source)
    ended([a, b])
  })

  it('RT6 items keep what is known of them, wherever others put others', async () => {
    const a = await new FormWindow('a0').open()
    const before = a.store.items('/crew')
    await until(() => a.shared === 'form')
    expect(a.store.items('/crew')).toEqual(before)
    const b = await new FormWindow('b0').joined()
    b.store.insert('/crew', 2, { key: 'between' })
    b.store.move('/crew', 0, 5)
    await until(() => a.at('between') === 1 && a.at('k0.') === 5)
    const [k0, k1] = before
    expect(a.store.items('/crew')[a.at('k0.')]).toBe(k0)
    expect(a.store.items('/crew')[a.at('k1.')]).toBe(k1)
    expect(new Set(a.store.items('/crew')).size).toBe(ITEMS + 1)
    ended([a, b])
  })

  it('RT1 RT8 an item that one deletes while the other one, cut off, writes in it', async () => {
    const [a, b] = await two()
    b.cut()
    b.type(`/crew/${b.at('k4.')}/role`, 'kept')
    b.leave()
    a.store.remove('/crew', a.at('k4.'))
    await until(() => !a.session.dirty())
    expect(await stored()).not.toContain('k4.')
    b.back()
    await calm([a, b])
    expect(a.store.value(`/crew/${a.at('k4.')}/role`)).toBe('kept')
    ended([a, b])
  })

  it('RT7 a file that another program writes otherwise goes on, with what was typed meanwhile; one that is no form any more is saved as what it is', async () => {
    const [a, b] = await two()
    a.type('/name', 'typed')
    await writesBeside((text) => text.replace('<main>', '<main>\n  ').replace('<p>3</p>', '<p><b>3</b></p>'))
    await calm([a, b])
    expect(await stored()).toContain('<p><b>3</b></p>')
    expect(b.store.value('/name')).toBe('typed')
    a.leave()
    a.type('/crew/0/role', 'on')
    a.leave()
    await calm([a, b])
    expect(b.store.value('/crew/0/role')).toBe('on')
    expect(a.session.snapshot().notice?.kind).toBeDefined()
    await writesBeside(() => '<body><main><div><p>A page now</p></div></main></body>')
    await until(() => a.form.now().kind === 'other' && b.form.now().kind === 'other')
    expect(await stored()).toContain('A page now')
    ended([a, b])
  })

  it('RT7 JSON that is typed is shared as it is read, also the last key before the document is closed', async () => {
    const [a, b] = await two()
    expect(a.store.value('/name')).toBe('North')
    const { json } = a.form
    json.type(json.text.replace('North', 'Typed as JSON'))
    expect(a.session.dirty()).toBe(true)
    await a.session.flush()
    expect(await stored()).toBe(written({ ...first, name: 'Typed as JSON' }))
    await until(() => b.store.value('/name') === 'Typed as JSON')
    json.type('{')
    b.type('/tags/0', 'other')
    await until(() => a.store.value('/tags/0') === 'other')
    expect(json.text).toBe('{')
    ended([a, b])
  })

  it('RT7 the source of a form is shared where it is one, and stored as it is where not', async () => {
    const [a, b] = await two()
    const source = stringBuffer(a.text)
    a.session.attach(source)
    source.write(a.text.replace('North', 'From the source'))
    a.session.edited()
    await until(() => b.store.value('/name') === 'From the source')
    source.write(a.text.replace('<p>Fleet</p>', '<p>Another title</p>'))
    a.session.edited()
    await until(() => b.form.metadata?.title === 'Another title')
    a.form.takeOver()
    await until(() => a.shared === 'form')
    b.type('/name', 'back')
    b.leave()
    await until(() => a.store.value('/name') === 'back')
    await calm([a, b])
    ended([a, b])
  })

  it('RT7 a form with a part missing is saved as a whole, as before', async () => {
    await writesBeside((text) => text.replace(/self:\/\/#crew-[a-z0-9]+/, 'self://#crew-missing'))
    const a = await new FormWindow('a0').open()
    a.type('/name', 'whole')
    await until(async () => (await stored()).includes('whole'))
    expect(a.shared).toBeNull()
    ended([a])
  })

  it('RT4 what an empty form begins with is written with the first change, once', async () => {
    const empty = written({})
    await writesBeside(() => empty)
    const [a, b] = await two()
    expect(await stored()).toBe(empty)
    a.type('/name', 'First')
    a.leave()
    await calm([a, b])
    expect(await stored()).toBe(written({ name: 'First', open: false }))
    ended([a, b])
  })
})

describe('windows with a form, cut lines, crashes and other programs', () => {
  it.each(Array.from({ length: RUNS }, (_, at) => SEED + at))(
    'RT1 RT2 RT6 RT7 RT8 E1 each word is there once, in all windows and in the file (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const below = (count: number) => Math.floor(random() * count)
      const windows = [await new FormWindow('a0').joined(), await new FormWindow('b0').joined()]
      const words: string[] = []
      const next = () => {
        words.push(`w${words.length}.`)
        return words.at(-1) ?? ''
      }
      const free = Array.from({ length: ITEMS }, (_, at) => `k${at}.`)
      let opened = 1
      for (let step = 0; step < STEPS; step += 1) {
        const at = below(windows.length)
        const window = windows[at]
        if (!window) continue
        const what = random()
        if (what < 0.35) {
          const [key = ''] = free.splice(below(free.length), 1)
          const at = window.at(key)
          if (at < 0) continue
          window.type(`/crew/${at}/role`, next())
          if (random() < 0.8) window.leave()
        } else if (what < 0.5) {
          // at the end of any word of whoever
          window.write('/notes', next(), (text) => {
            const ends = [0, ...[...text.matchAll(/\./g)].map(({ index }) => index + 1)]
            return ends[below(ends.length)] ?? 0
          })
        } else if (what < 0.7) {
          const word = next()
          const isTag = random() < 0.3
          const list = isTag ? '/tags' : '/crew'
          const place = below(window.store.items(list).length + 1)
          window.store.insert(list, place, isTag ? word : { key: word })
        } else if (what < 0.78) window.cut()
        else if (what < 0.88) window.back()
        else if (what < 0.93) {
          const word = next()
          const isLaidOut = random() < 0.3
          const isDone = await writesBeside((text) => {
            const more = withItem(text, below(3), word)
            return isLaidOut ? more.replace('<main>', '<main> ') : more
          })
          if (!isDone) words.pop()
        } else {
          await window.crash()
          windows[at] = await new FormWindow(`w${opened++}`).open()
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
      const times = words.map((word) => ({ word, times: text.split(word).length - 1 }))
      expect(times.filter((one) => one.times !== 1)).toEqual([])
      for (const window of windows) window.close()
    },
    60_000
  )
})
