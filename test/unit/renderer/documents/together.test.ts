// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../../../src/common/api/client'
import { contentPath } from '../../../../src/common/content/paths'
import { RoomsLine, type Ask } from '../../../../src/common/rooms/window/rooms-line'
import type { Shared } from '../../../../src/common/rooms/window/shared'
import type { SharedText } from '../../../../src/common/rooms/window/shared-text'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import { documentServiceOf } from '../../../../src/renderer/src/documents/service-client'
import { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { openHttp, type HttpWorkspace } from '../../../contract/over-http'
import { owner, writePage } from '../../../contract/people'
import { random as seeded } from '../../rooms/flat/deeds'
import { until } from '../../rooms/kept/people'
import { memoryDrafts } from './memory'

const RUNS = Number(process.env['GALLEY_TOGETHER_RUNS'] ?? 2)
const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
const STEPS = 40

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
})

afterEach(async () => {
  await workspace.close()
  expect(reported.splice(0)).toEqual([])
})

/** One window: its network, its line, and one document in a plain text field. */
class Window {
  readonly session: DocumentSession
  readonly line: RoomsLine
  private isThere = true
  private cutting = new AbortController()
  private text = ''
  private shared: SharedText | null = null
  /** The page of which the text is the source. */
  source: Shared | null = null

  constructor(
    readonly name: string,
    path: string
  ) {
    this.line = new RoomsLine(this.ask)
    const client = createClient({ fetch: this.ask })
    this.session = new DocumentSession(contentPath(path), {
      service: documentServiceOf(client),
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
    const { phase } = this.session.snapshot()
    if (phase.kind !== 'text') throw new Error(`not opened: ${JSON.stringify(phase)}`)
    this.text = this.session.text()
    this.session.attach({
      read: () => this.text,
      write: (text) => void (this.text = text),
      share: (shared, base) => this.share(shared, base)
    })
    return this
  }

  /** Letter by letter, as a text editor does. */
  private share(shared: Shared | null, base: string | null): boolean {
    if (this.shared) this.shared.changed = null
    this.shared = shared?.kind === 'text' ? shared : null
    this.source = shared?.kind === 'page' ? shared : null
    const { shared: text } = this
    if (!text) return false
    if (base !== null) text.carry(base, this.text)
    this.text = text.source()
    text.changed = () => (this.text = text.source())
    return true
  }

  get words(): string {
    return this.text
  }

  /** Makes it another text, in an editor that knows only whole texts. */
  write(text: string): void {
    this.text = text
    this.session.edited()
  }

  put(at: number, letter: string): void {
    this.text = this.text.slice(0, at) + letter + this.text.slice(at)
    this.shared?.replace([{ at, length: 0, text: letter }])
    this.session.edited()
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

  /** Ends without a word to anybody; what its draft has is left. */
  async crash(): Promise<void> {
    // what was typed a moment before is in no draft yet
    await until(() => !this.session.dirty() || drafted.get(this.name) === this.text)
    this.cut()
    this.session.close()
  }
}

async function stored(path: string): Promise<string> {
  return new TextDecoder().decode((await owner(workspace).send('GET', `/source${path}`)).body)
}

/** Another program: it reads the file, and writes it with more. */
async function writesBeside(
  path: string,
  letter: string,
  placeIn: (text: string) => number
): Promise<boolean> {
  const before = await owner(workspace).send('GET', `/source${path}`)
  const text = new TextDecoder().decode(before.body)
  const at = placeIn(text)
  const answer = await owner(workspace).send('PUT', `/source${path}`, {
    body: new TextEncoder().encode(text.slice(0, at) + letter + text.slice(at)),
    headers: { 'If-Match': before.headers['etag'] ?? '' }
  })
  return answer.status < 300
}

/** A text, in which letters go everywhere; and a page as its source, in which they go into its lines. */
const kinds = [
  { path: '/acme/site/notes.txt', base: 'The boats come in.\nNobody waits.\n', goes: () => true },
  {
    path: '/acme/site/notes.html',
    base: '<body>\n<main>\n<div>\n<p>The boats come in.</p>\n<p>Nobody waits.</p>\n</div>\n</main>\n</body>\n',
    goes: (text: string, at: number) =>
      /<p>[^<]*$/.test(text.slice(0, at)) && /^[^<>]*<\/p>/.test(text.slice(at))
  }
] as const

describe('RT7 what is not shared letter by letter', () => {
  it('RT7 the source of a large page is saved as a whole', async () => {
    const path = '/acme/site/large.html'
    const line = '<p>The boats come in, and nobody waits for them.</p>\n'
    const base = `<main><div>${line.repeat(11_000)}</div></main>\n`
    await writePage(owner(workspace), path, base)
    const window = await new Window('a0', path).open()
    window.put(base.indexOf('The boats'), 'Z')
    await until(async () => (await stored(path)) === base.replace('The', 'ZThe') && !window.session.dirty())
    const { body } = await owner(workspace).send('GET', '/rooms/list/acme/site')
    expect(JSON.parse(new TextDecoder().decode(body))).toEqual({ documents: [] })
    window.session.close()
  })
})

describe('RT5 RT7 the source of a page', () => {
  const path = '/acme/site/page.html'
  const source = '<main><div><p>One.</p></div></main>\n'
  const opened = async () => {
    await writePage(owner(workspace), path, source)
    const window = await new Window('a0', path).open()
    await until(() => window.source !== null)
    return window
  }
  const status = ({ session }: Window) => session.snapshot().status?.kind

  it('RT6 what is typed and taken away again at once leaves it saved', async () => {
    const window = await opened()
    window.write(source.replace('One.', 'One. T'))
    expect(status(window)).toBe('typing')
    window.write(source)
    await until(() => status(window) === 'saved')
    expect(await stored(path)).toBe(source)
    window.session.close()
  })

  it('RT5 what has made it no page is taken back first, also before that is stored', async () => {
    const window = await opened()
    window.write(source.replace('One.', 'One. Two.'))
    await until(async () => (await stored(path)).includes('Two') && !window.session.dirty())
    window.write('')
    expect(window.source?.canUndo).toBe(true)
    window.source?.undo()
    expect(window.words).toBe(source.replace('One.', 'One. Two.'))
    await until(() => status(window) === 'saved')
    expect(await stored(path)).toBe(source.replace('One.', 'One. Two.'))
    window.source?.undo()
    expect(window.words).toBe(source)
    await until(async () => (await stored(path)) === source)
    window.session.close()
  })
})

describe('RT7 S4 a file that is moved', () => {
  it('RT7 S4 is written on also when the line is cut before the window hears of the move, which only the stream of all files tells its tabs', async () => {
    await writePage(owner(workspace), '/acme/site/news/story.txt', 'One.\n')
    const window = await new Window('a0', '/acme/site/news/story.txt').open()
    window.put(0, 'a')
    await until(() => !window.session.dirty())
    const moved = await owner(workspace).send('POST', '/move/acme/site/news', {
      body: new TextEncoder().encode('destination=%2Facme%2Fsite%2Fstories'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' }
    })
    expect(moved.status).toBe(204)
    window.put(0, 'b')
    await until(async () => (await stored('/acme/site/stories/story.txt')) === 'baOne.\n')
    expect(window.session.path).toBe('/acme/site/news/story.txt')
    window.cut()
    window.put(0, 'c')
    window.back()
    await until(async () => {
      window.line.nudge()
      return (await stored('/acme/site/stories/story.txt')) === 'cbaOne.\n'
    })
    window.session.close()
  })
})

describe('windows, cut lines, crashes and other programs', () => {
  it.each(
    Array.from({ length: RUNS }, (_, at) => SEED + at).flatMap((seed) =>
      kinds.map((kind) => ({ seed, ...kind }))
    )
  )(
    'RT1 RT2 RT6 RT7 RT8 E1 each letter is there once, in all windows and in the file ($path, seed $seed)',
    async ({ seed, path, base, goes }) => {
      const random = seeded(seed)
      const placeIn = (text: string) => {
        const places = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => goes(text, at))
        return places[Math.floor(random() * places.length)] ?? 0
      }
      await writePage(owner(workspace), path, base)
      const windows = [await new Window('a0', path).open(), await new Window('b0', path).open()]
      const letters: string[] = []
      const next = () => {
        const letter = String.fromCodePoint(0x0450 + letters.length)
        letters.push(letter)
        return letter
      }
      let opened = 1
      for (let step = 0; step < STEPS; step += 1) {
        const at = Math.floor(random() * windows.length)
        const window = windows[at]
        if (!window) continue
        const what = random()
        if (what < 0.7) window.put(placeIn(window.words), next())
        else if (what < 0.78) window.cut()
        else if (what < 0.88) window.back()
        else if (what < 0.93) {
          const letter = next()
          if (!(await writesBeside(path, letter, placeIn))) letters.pop()
        } else {
          await window.crash()
          windows[at] = await new Window(`w${opened++}`, path).open()
        }
        if (random() < 0.4) await new Promise((resolve) => setTimeout(resolve, random() * 120))
      }
      for (const window of windows) window.back()
      const state = async () => [
        `stored ${await stored(path)}`,
        ...windows.map(({ words, session }) => `${session.dirty() ? 'unsaved' : 'stored'} ${words}`)
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
      const text = await stored(path)
      const times = letters.map((letter) => ({ letter, times: text.split(letter).length - 1 }))
      expect(times.filter((one) => one.times !== 1)).toEqual([])
      for (const { session } of windows) session.close()
    },
    60_000
  )
})
