import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { JoinedDocument, type Begun, type Unsaved } from '../../../../src/common/rooms/window/joined-document'
import { RoomsLine, type Ask } from '../../../../src/common/rooms/window/rooms-line'
import { openHttp, type HttpWorkspace } from '../../../contract/over-http'
import { owner, writePage } from '../../../contract/people'
import { p } from '../../../support/workspace'
import { until } from '../kept/people'

const path = p('/acme/site/notes.txt')

let workspace: HttpWorkspace
const reported: unknown[] = []
const ended: JoinedDocument[] = []

beforeEach(async () => {
  workspace = await openHttp({}, { report: (error) => reported.push(error) })
  await writePage(owner(workspace), path, 'One two three.\n')
})

afterEach(async () => {
  for (const one of ended.splice(0)) one.end()
  await workspace.close()
  expect(reported.splice(0)).toEqual([])
})

/** A network that can be taken away. */
class Network {
  isThere = true
  /** Answers that are lost on their way back. */
  lost = 0
  private readonly cuts = new Set<AbortController>()

  readonly ask: Ask = async (url, init) => {
    if (!this.isThere) throw new TypeError('no network')
    const cut = new AbortController()
    this.cuts.add(cut)
    init.signal?.addEventListener('abort', () => cut.abort())
    const answer = await workspace.service.fetch(
      new Request(`http://127.0.0.1${url}`, { ...init, signal: cut.signal }),
      'owner'
    )
    if (init.method === 'POST' && this.lost > 0) {
      this.lost -= 1
      throw new TypeError('the answer was lost')
    }
    const { body, status, headers } = answer
    return new Response(body?.pipeThrough(new TransformStream(), { signal: cut.signal }) ?? null, {
      status,
      headers
    })
  }

  cut(): void {
    for (const cut of this.cuts) cut.abort()
    this.cuts.clear()
  }
}

/** A window with one text. */
class Window {
  readonly network = new Network()
  readonly line = new RoomsLine(this.network.ask)
  readonly news: string[] = []
  text: Y.Text | null = null
  begun: Begun | null = null
  isBusy = false
  readonly document: JoinedDocument

  constructor(session: string, left: Unsaved | null = null) {
    this.document = new JoinedDocument({
      line: this.line,
      path: () => path,
      session,
      left,
      isBusy: () => this.isBusy,
      news: {
        begun: (begun) => {
          this.news.push('begun')
          this.begun = begun
          this.text = begun.doc.getText('source')
          return Promise.resolve()
        },
        saved: (_, hasAll) => this.news.push(hasAll ? 'saved' : 'saved some'),
        notSaved: (reason) => this.news.push(reason),
        outside: (_by, _isProgram, change) => {
          this.news.push('outside')
          change()
        },
        moved: (to) => this.news.push(`moved ${to}`),
        deleted: () => this.news.push('deleted'),
        back: () => this.news.push('back'),
        rights: () => {},
        refused: (reason) => this.news.push(`refused ${reason}`),
        came: () => {},
        here: () => {},
        away: () => this.news.push('away')
      }
    })
    ended.push(this.document)
  }

  async joined(): Promise<this> {
    await until(() => this.text !== null && this.document.isThere)
    return this
  }

  get words(): string {
    return this.text?.toJSON() ?? ''
  }

  type(before: string, words: string): void {
    this.text?.insert(this.words.indexOf(before), words)
  }
}

const stored = async () =>
  new TextDecoder().decode((await owner(workspace).send('GET', `/source${path}`)).body)

describe('RT1 RT6 a document at the window’s end', () => {
  it('RT6 what is written is saved, told, and seen by the other', async () => {
    const [one, other] = [await new Window('a').joined(), await new Window('b').joined()]
    one.type('two', 'big ')
    expect(one.document.isUnsaved).toBe(true)
    await until(() => other.words === 'One big two three.\n')
    await until(() => !one.document.isUnsaved)
    expect(await stored()).toBe('One big two three.\n')
    expect(one.news).toContain('saved')
    expect(one.document.isUnsaved).toBe(false)
  })

  it('RT6 a save that is asked for is there at once', async () => {
    const one = await new Window('a').joined()
    one.type('two', 'big ')
    const began = performance.now()
    one.document.save()
    await until(() => !one.document.isUnsaved)
    expect(performance.now() - began).toBeLessThan(350)
    expect(await stored()).toBe('One big two three.\n')
  })

  it('RT1 RT8 a line that is cut again and again, and answers that are lost, lose and double nothing', async () => {
    const [one, other] = [await new Window('a').joined(), await new Window('b').joined()]
    for (let round = 0; round < 12; round += 1) {
      const words = `<${round}>`
      one.type('two', words)
      if (round % 3 === 0) one.network.cut()
      if (round % 4 === 1) one.network.lost = 1
      other.type('three', `(${round})`)
      if (round % 5 === 2) other.network.cut()
      await new Promise((resolve) => setTimeout(resolve, 70))
      one.line.nudge()
      other.line.nudge()
    }
    await until(() => one.words === other.words && !one.document.isUnsaved && !other.document.isUnsaved)
    for (let round = 0; round < 12; round += 1) {
      expect(one.words.split(`<${round}>`)).toHaveLength(2)
      expect(one.words.split(`(${round})`)).toHaveLength(2)
    }
    await until(async () => (await stored()) === one.words)
  })

  it('RT1 RT8 another window goes on with what one had written when it ended', async () => {
    const one = await new Window('a').joined()
    one.type('two', 'saved ')
    await until(() => !one.document.isUnsaved)
    one.network.isThere = false
    one.network.cut()
    one.type('three', 'kept ')
    one.text?.delete(0, 4)
    const left = one.document.unsaved
    one.document.end()
    const next = await new Window('c', left).joined()
    expect(next.begun?.isBack).toBe(true)
    expect(next.words).toBe('saved two kept three.\n')
    await until(() => !next.document.isUnsaved)
    expect(await stored()).toBe('saved two kept three.\n')
    // and a second time it counts once
    const again = await new Window('d', left).joined()
    await until(() => !again.document.isUnsaved)
    expect(again.words).toBe('saved two kept three.\n')
  })

  it('RT7 a file that is given an earlier content back is shown as that', async () => {
    const one = await new Window('a').joined()
    for (const content of ['Another one.\n', 'One two three.\n', 'Another one.\n', 'One two three.\n']) {
      await writePage(owner(workspace), path, content)
      await until(() => one.words === content)
    }
    one.type('two', 'big ')
    await until(() => !one.document.isUnsaved)
    await writePage(owner(workspace), path, 'One two three.\n')
    await until(() => one.words === 'One two three.\n')
  })

  it('RT7 RT8 what another writer did while the line was cut is told when it is there again', async () => {
    const one = await new Window('a').joined()
    one.network.isThere = false
    one.network.cut()
    await until(() => !one.document.isThere)
    await writePage(owner(workspace), path, 'One two three four.\n')
    one.network.isThere = true
    await until(() => {
      one.line.nudge()
      return one.words === 'One two three four.\n'
    })
    expect(one.news).toContain('outside')
  })

  it('RT1 RT8 what builds on words that the service has lost is not gone on with: its text is carried in', async () => {
    const one = await new Window('a').joined()
    one.network.isThere = false
    one.network.cut()
    one.type('two', 'lost ')
    const before = Y.encodeStateVector(one.begun?.doc ?? new Y.Doc())
    one.type('two', 'kept ')
    const { begun } = one
    const left = one.document.unsaved
    const update = Y.encodeStateAsUpdate(begun?.doc ?? new Y.Doc(), before)
    one.document.end()
    for (const client of [left?.client ?? 0, 12345]) {
      const next = await new Window(`n${client}`, left && { ...left, client, update }).joined()
      expect(next.begun).toMatchObject({ isBack: false, withLeft: null })
      expect(next.words).toBe('One two three.\n')
      expect(next.document.isUnsaved).toBe(false)
      next.document.end()
    }
  })

  it('RT7 what is stored meanwhile comes as what it changes; while it must not disturb it waits', async () => {
    const one = await new Window('a').joined()
    one.isBusy = true
    await writePage(owner(workspace), path, 'One two three four.\n')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(one.words).toBe('One two three.\n')
    one.isBusy = false
    one.document.show()
    expect(one.words).toBe('One two three four.\n')
    expect(one.news).toContain('outside')
  })
})
