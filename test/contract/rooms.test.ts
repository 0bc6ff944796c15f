import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { contentPath } from '../../src/common/content/paths'
import type { News } from '../../src/main/rooms'
import { openSharedLine } from '../../src/common/rooms/shared-line'
import { presentIn } from '../../src/common/present'
import { until, Writer } from '../unit/rooms/kept/people'
import { bundleProgram } from '../support/bundle'
import { WindowLine, type Ask } from './line'
import { makeToken, openHttp, type HttpWorkspace } from './over-http'
import { form } from './kit'
import { owner, setPermissions, writePage } from './people'

const page = contentPath('/acme/site/harbour.html')
const source =
  '<body>\n<main>\n<div>\n<h1>Harbour</h1>\n<p>The boats come in.</p>\n<p>Nobody   waits.</p>\n</div>\n</main>\n</body>\n'

let workspace: HttpWorkspace
const lines: WindowLine[] = []

beforeEach(async () => {
  workspace = await openHttp(
    {},
    { roomProgram: await bundleProgram('src/main/rooms/program.ts'), report: (error) => reported.push(error) }
  )
  await writePage(owner(workspace), page, source)
})
let reported: unknown[] = []
afterEach(async () => {
  for (const line of lines.splice(0)) line.cut()
  await workspace.close()
  expect(reported).toEqual([])
  reported = []
})

/** What an event stream tells of who is where, as it comes. */
function presenceIn({ body }: Response, signal: AbortSignal): object[] {
  const heard: object[] = []
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    let text = ''
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += next.value
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const one of whole)
        if (one.startsWith('event: presence'))
          heard.push(JSON.parse(one.replace(/^.*\ndata: /, '')) as object)
    }
  }
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined))
  void read().catch(() => undefined)
  return heard
}

/** The ways to the service; each asks as somebody with a token. */
const ways: Readonly<Record<string, (token: string) => Ask>> = {
  'in process': (token) => (path, init) =>
    workspace.service.fetch(
      new Request(`http://127.0.0.1${path}`, { ...init, headers: { Authorization: `Bearer ${token}` } }),
      'anyone'
    ),
  'over HTTP': (token) => overHttp(token),
  'over HTTP, on a line that tabs share': (token) => inTabs(token).ask
}

function overHttp(token: string): Ask {
  return (path, init) =>
    fetch(workspace.server.origin + path, { ...init, headers: { Authorization: `Bearer ${token}` } })
}

/** The tabs of one browser. */
function inTabs(token: string) {
  const asked: string[] = []
  const headers = { Authorization: `Bearer ${token}` }
  const { answer } = openSharedLine((path, init) => {
    asked.push(`${init.method ?? 'GET'} ${path}`)
    return fetch(workspace.server.origin + path, init)
  })
  const plain = overHttp(token)
  const ask: Ask = (path, init) =>
    path.startsWith('/rooms/line') ? answer(path, { ...init, headers }) : plain(path, init)
  return { ask, asked }
}

async function somebody(way: (token: string) => Ask, email: string) {
  const token = await makeToken(workspace.location, { email })
  const ask = way(token)
  const opened = async () => {
    const line = await WindowLine.open(ask)
    lines.push(line)
    return line
  }
  const name = email.replace('@example.com', '')
  return { writer: new Writer(name), token, opened, ask }
}

const stored = async () =>
  new TextDecoder().decode((await owner(workspace).send('GET', `/source${page}`)).body)

for (const [name, way] of Object.entries(ways))
  describe(`the line, ${name}`, () => {
    it('RT1 RT2 RT6 two write at once; one of them is cut off, writes on, and comes back', async () => {
      const [ada, bob] = [await somebody(way, 'ada@example.com'), await somebody(way, 'bob@example.com')]
      const line = await ada.opened()
      await ada.writer.join(line, page)
      await bob.writer.join(await bob.opened(), page)
      ada.writer.type('The boats', ' of the north')
      await until(() => bob.writer.text.includes('north'))
      line.cut()
      ada.writer.cut()
      ada.writer.type('north', ' and east')
      bob.writer.type('waits', ' here')
      await ada.writer.join(await ada.opened(), page)
      await until(() => ada.writer.text === bob.writer.text && ada.writer.text.includes('and east'))
      await until(async () => (await stored()).includes('and east') && (await stored()).includes('here'))
      expect(await stored()).toBe(
        source.replace('The boats', 'The boats of the north and east').replace('waits', 'waits here')
      )
    })

    it('RT9 who may only read sees what others write, and nothing of theirs is taken', async () => {
      await setPermissions(workspace, 'acme', [
        '/+** | ada@example.com | write',
        '/+** | bob@example.com | read'
      ])
      const [ada, bob] = [await somebody(way, 'ada@example.com'), await somebody(way, 'bob@example.com')]
      await ada.writer.join(await ada.opened(), page)
      const line = await bob.opened()
      await bob.writer.join(line, page)
      expect(line.heard.find(({ say }) => say === 'joined')).toMatchObject({ mayWrite: false })
      bob.writer.type('waits', ' here')
      await until(() => line.heard.some(({ say }) => say === 'rejected'))
      ada.writer.type('The boats', ' of the north')
      await until(() => bob.writer.text.includes('north'))
      await until(async () => (await stored()).includes('north'))
      expect(await stored()).not.toContain('here')
      expect(ada.writer.text).not.toContain('here')
    })

    it('RT9 who loses the right to write is told at once, who loses the right to read hears nothing more', async () => {
      const all = ['/+** | ada@example.com | write', '/+** | bob@example.com | write']
      await setPermissions(workspace, 'acme', all)
      const [ada, bob] = [await somebody(way, 'ada@example.com'), await somebody(way, 'bob@example.com')]
      await ada.writer.join(await ada.opened(), page)
      const line = await bob.opened()
      await bob.writer.join(line, page)
      await setPermissions(workspace, 'acme', [all[0] ?? '', '/+** | bob@example.com | read'])
      await until(() => line.heard.some((said) => said.say === 'rights' && !said.mayWrite))
      await setPermissions(workspace, 'acme', [all[0] ?? ''])
      await until(() => line.heard.some(({ say }) => say === 'bye'))
      const heard = line.heard.length
      ada.writer.type('The boats', ' of the north')
      await until(async () => (await stored()).includes('north'))
      expect(line.heard.slice(heard).filter(({ say }) => say !== 'beat')).toEqual([])
    })

    it('RT9 P6 a document that may not be read is refused like one that is not there', async () => {
      await setPermissions(workspace, 'acme', ['/+** | ada@example.com | write'])
      const eve = await somebody(way, 'eve@example.com')
      const line = await eve.opened()
      const reasons = []
      for (const path of [page, contentPath('/acme/site/none.html'), contentPath('/acme/none/a.html')])
        reasons.push(await eve.writer.join(line, path).catch((error: Error) => error.message))
      expect(reasons).toEqual(['forbidden', 'forbidden', 'forbidden'])
      const ada = await somebody(way, 'ada@example.com')
      for (const path of ['/.config/acme.json', '/.config/acme/site.json', '/acme', '/acme/site'])
        await expect(eve.writer.join(line, contentPath(path))).rejects.toThrow('bad-path')
      const missing = contentPath('/acme/site/none.html')
      await expect(ada.writer.join(await ada.opened(), missing)).rejects.toThrow('not-found')
    })

    it('RT9 a token that is revoked ends its lines', async () => {
      const ada = await somebody(way, 'ada@example.com')
      const line = await ada.opened()
      await ada.writer.join(line, page)
      const tokens = await owner(workspace).send('GET', '/app/tokens')
      const { id } = (JSON.parse(new TextDecoder().decode(tokens.body)) as { id: string }[])[0] ?? { id: '' }
      await owner(workspace).send('DELETE', `/app/tokens/${id}`)
      await until(() => !line.isOpen)
    })

    it('RT10 all hear who is there by what the service knows, until they leave, are cut off, or may not read', async () => {
      const rows = ['/+** | ada@example.com | write', '/+** | bob@example.com | read']
      await setPermissions(workspace, 'acme', rows)
      const [ada, bob] = [await somebody(way, 'ada@example.com'), await somebody(way, 'bob@example.com')]
      const line = await ada.opened()
      await ada.writer.join(line, page)
      const others = await bob.opened()
      await bob.writer.join(others, page)
      const false1 = { email: 'eve@example.com', name: 'Eve', people: [], who: 1, colour: 3, client: 5 }
      const at = new Uint8Array([1, 2, 3])
      await others.send({ say: 'here', room: 0, at, view: 'source', isIdle: true, ...false1 })
      await until(() => line.people.some((one) => one.at !== null))
      expect(line.people).toEqual([
        {
          who: 2,
          client: bob.writer.membership.client,
          email: 'bob@example.com',
          via: expect.any(Object) as unknown,
          colour: expect.any(Number) as number,
          at,
          view: 'source',
          isIdle: true
        }
      ])
      expect(others.people).toMatchObject([{ who: 1, email: 'ada@example.com', at: null, isIdle: false }])
      await others.send({ say: 'here', room: 0, at: new Uint8Array(2049) })
      await until(() => line.people[0]?.at === null)
      await others.send({ say: 'leave', room: 0 })
      await until(() => line.people.length === 0)
      await bob.writer.join(others, page)
      await until(() => line.people.length === 1)
      others.cut()
      await until(() => line.people.length === 0)
      await bob.writer.join(await bob.opened(), page)
      await until(() => line.people.length === 1)
      await setPermissions(workspace, 'acme', rows.slice(0, 1))
      await until(() => line.people.length === 0)
    })

    it('RT6 what is kept, published, copied, moved or deleted has what was typed a moment before', async () => {
      const ada = await somebody(way, 'ada@example.com')
      await ada.writer.join(await ada.opened(), page)
      let before = 'The boats'
      const types = async (word: string) => {
        ada.writer.type(before, ` ${word}`)
        before = word
        await ada.writer.settled()
        expect(await stored()).not.toContain(word)
      }
      const asks = async (method: string, path: string, parts = {}) => {
        const { status } = await owner(workspace).send(method, path, parts)
        expect(status).toBeLessThan(300)
      }
      const { store } = workspace
      const entry = await store.stat(page)
      const id = entry?.kind === 'file' ? entry.id : ''

      await types('first')
      await asks('POST', `/versionsource${page}`)
      const [version] = await store.versions(page)
      const kept = version && (await store.readVersion('acme', id, version.id))
      expect(new TextDecoder().decode(kept?.bytes)).toContain('The boats first')

      await types('second')
      await asks('POST', '/publish/preview/acme/site/main/harbour')
      const shown = await store.published.get('preview', page)
      const published = shown && (await store.published.read(shown.hash, page))
      expect(new TextDecoder().decode(published ?? undefined)).toContain('The boats first second')

      await types('third')
      await asks('POST', `/copy${page}`, form([{ name: 'destination', value: '/acme/site/copy.html' }]))
      const copy = await owner(workspace).send('GET', '/source/acme/site/copy.html')
      expect(new TextDecoder().decode(copy.body)).toContain('second third')

      await types('fourth')
      await asks('POST', `/move${page}`, form([{ name: 'destination', value: '/acme/site/quay.html' }]))
      const quay = await owner(workspace).send('GET', '/source/acme/site/quay.html')
      expect(new TextDecoder().decode(quay.body)).toContain('third fourth')
      await asks('POST', '/move/acme/site/quay.html', form([{ name: 'destination', value: page }]))

      await types('fifth')
      await asks('DELETE', `/source${page}`)
      const [item] = await store.trash(contentPath('/acme/site'))
      expect(item?.path).toBe(page)
      await workspace.service.saveAll?.()
      await store.restoreFromTrash(contentPath('/acme/site'), item?.id ?? '', { by: { email: 'a@b.c' } })
      expect(await stored()).toContain('fourth fifth')

      await types('sixth')
      const copied = contentPath('/acme/site/copy.html')
      const over = [
        { name: 'destination', value: page },
        { name: 'overwrite', value: 'true' }
      ]
      await asks('POST', `/copy${copied}`, form(over))
      const [covered] = await store.trash(contentPath('/acme/site'))
      expect(covered?.path).toBe(page)
      await asks('DELETE', `/source${page}`)
      await store.restoreFromTrash(contentPath('/acme/site'), covered?.id ?? '', { by: { email: 'a@b.c' } })
      expect(await stored()).toContain('fifth sixth')
    })

    it('RT10 P6 who is in which document is listed, and told when that changes, to who may read there', async () => {
      const shared = contentPath('/acme/site/open.html')
      await writePage(owner(workspace), shared, source)
      await setPermissions(workspace, 'acme', [
        '/+** | ada@example.com | write',
        '/site/open.html | bob@example.com | read'
      ])
      const [ada, bob] = [await somebody(way, 'ada@example.com'), await somebody(way, 'bob@example.com')]
      const eve = await somebody(way, 'eve@example.com')
      const cutting = new AbortController()
      const events = await bob.ask('/events', { signal: cutting.signal })
      const heard = presenceIn(events, cutting.signal)
      const line = await ada.opened()
      await ada.writer.join(line, page)
      const two = new Writer('ada')
      await two.join(line, shared)
      const listed = async (ask: Ask, at = '') => {
        const answer = await ask(`/rooms/list${at}`)
        return answer.status === 200 ? presentIn.parse(await answer.json()).documents : answer.status
      }
      await until(async () => ((await listed(ada.ask, '/acme/site')) as object[]).length === 2)
      const here = {
        path: shared,
        people: [expect.objectContaining({ email: 'ada@example.com', isIdle: false })]
      }
      expect(await listed(bob.ask)).toEqual([here])
      expect(await listed(ada.ask, shared)).toEqual([here])
      expect(await listed(eve.ask)).toEqual([])
      expect(await listed(eve.ask, '/acme/site')).toBe(403)
      await until(() => heard.length > 0)
      const moved = contentPath('/acme/site/quay.html')
      await owner(workspace).send(
        'POST',
        `/move${shared}`,
        form([{ name: 'destination', value: '/acme/site/quay.html' }])
      )
      await until(() => heard.length > 1)
      expect(await listed(ada.ask, moved)).toHaveLength(1)
      expect(await listed(bob.ask)).toEqual([])
      line.cut()
      await until(async () => ((await listed(ada.ask)) as object[]).length === 0)
      cutting.abort()
      expect(heard).toMatchObject([here, { path: shared, people: [] }])
    })

    it('RT1 RT7 a document of six megabytes comes whole over a line, which goes on', async () => {
      const notes = contentPath('/acme/site/notes.txt')
      const by = { email: 'other@example.com' }
      const text = (word: string) => new TextEncoder().encode(`${word}\n${'Of the ferry.\n'.repeat(450_000)}`)
      await workspace.store.write(notes, text('The log'), { by })
      const ada = await somebody(way, 'ada@example.com')
      const line = await ada.opened()
      const doc = new Y.Doc()
      const tell = (news: News) => {
        if (news.kind === 'outside' && news.bytes) Y.applyUpdate(doc, news.bytes)
      }
      const joined = await line.join(
        notes,
        { person: { email: 'ada@example.com' }, session: 'one', tell },
        null
      )
      Y.applyUpdate(doc, await joined.since(null))
      const words = () => doc.getText('source').toJSON()
      expect(words()).toBe(new TextDecoder().decode(text('The log')))
      await workspace.store.write(notes, text('The journal'), { by })
      await until(() => words().startsWith('The journal'))
      expect(words()).toBe(new TextDecoder().decode(text('The journal')))
      expect(line.isOpen).toBe(true)
    }, 60_000)

    it('RT11 P6 who goes on trying what may not be read is cut off, and learns of none whether it is there', async () => {
      await setPermissions(workspace, 'acme', ['/+** | ada@example.com | write'])
      const eve = await somebody(way, 'eve@example.com')
      const line = await eve.opened()
      const said = []
      for (let tried = 0; line.isOpen && tried < 300; tried += 1) {
        const path = tried % 2 === 0 ? page : `/acme/site/${tried}.html`
        await line.send({ say: 'join', room: 1, path, session: 'one', back: null }).catch(() => undefined)
        await until(() => !line.isOpen || line.heard.length > tried + 1)
      }
      await until(() => !line.isOpen)
      for (const one of line.heard) if (one.say === 'refused') said.push(`${one.reason} ${one.message}`)
      expect(said.length).toBeGreaterThan(100)
      expect(said.length).toBeLessThan(200)
      expect(new Set(said).size).toBe(1)
    })

    it('RT11 who comes back with what is no state of a document is refused, and is not in it', async () => {
      const ada = await somebody(way, 'ada@example.com')
      const line = await ada.opened()
      const { epoch, client, key } = await line.join(page, ada.writer, null)
      const back = { epoch, client, key, vector: new Uint8Array([255, 255, 1]) }
      await expect(line.join(page, ada.writer, back)).rejects.toThrow('bad-request')
      expect(line.heard.at(-1)).toMatchObject({ say: 'refused' })
      await ada.writer.join(line, page)
      ada.writer.type('waits', ' here')
      await until(async () => (await stored()).includes('here'))
    })

    it('RT11 what is malformed, of somebody else’s number, on what is not there, or too much, is refused over a line as well', async () => {
      const ada = await somebody(way, 'ada@example.com')
      const line = await ada.opened()
      const member = { person: { email: 'ada@example.com' }, session: 'one', tell: () => undefined }
      const joined = await line.join(page, member, null)
      const state = await joined.since(null)
      const written = (client: number, work: (doc: Y.Doc) => void) => {
        const doc = new Y.Doc()
        doc.clientID = client
        Y.applyUpdate(doc, state)
        const updates: Uint8Array[] = []
        doc.on('update', (update: Uint8Array) => updates.push(update))
        work(doc)
        return updates
      }
      const types = (words: string) => (doc: Y.Doc) => {
        for (const word of words.split(' ')) doc.getText('page').insert(2, word)
      }
      const nothing = new Uint8Array()
      const [foreign = nothing] = written(joined.client + 1, types('theirs'))
      const [first = nothing, second = nothing] = written(joined.client, types('one two'))
      const [elsewhere = nothing] = written(joined.client, (doc) => doc.getMap('other').set('a', 1))
      const refused: [Uint8Array, string][] = [
        [foreign, 'foreign'],
        [second, 'gap'],
        [elsewhere, 'malformed'],
        [new Uint8Array([255, 255, 255, 255]), 'malformed'],
        [first.slice(0, -3), 'malformed']
      ]
      for (const [update, reason] of refused) expect(await joined.write(update)).toBe(reason)
      expect(await stored()).toBe(source)
      const much = new Uint8Array(3 * 1024 * 1024).fill(255)
      const answers = []
      for (let sent = 0; sent < 4; sent += 1)
        answers.push(await joined.write(much).catch((error: Error) => error.message))
      expect(answers).toContain('it was not taken')
      // whoever has said too much is heard again
      await until(async () => (await joined.write(first).catch(() => 'too-many')) === null)
      expect(await joined.write(second)).toBeNull()
      await until(async () => (await stored()).includes('twoone'))
      expect(await stored()).not.toContain('theirs')
    }, 30_000)

    it('RT11 a document has room for fifty, and the next one hears why not', async () => {
      const ada = await somebody(way, 'ada@example.com')
      const line = await ada.opened()
      const member = { person: { email: 'ada@example.com' }, session: 'one', tell: () => undefined }
      for (let joined = 0; joined < 50; joined += 1) await line.join(page, member, null)
      await expect(line.join(page, member, null)).rejects.toThrow('too-many')
      await line.send({ say: 'leave', room: 0 })
      await until(() =>
        line.join(page, member, null).then(
          () => true,
          () => false
        )
      )
    }, 30_000)

    it('RT11 the line of somebody else, a number that is not the next, and what are no frames, are refused', async () => {
      const [ada, bob] = [await somebody(way, 'ada@example.com'), await somebody(way, 'bob@example.com')]
      const line = await ada.opened()
      const first = line.heard[0]
      const at = first?.say === 'line' ? `/rooms/line/${first.name}` : ''
      const post = async (ask: Ask, n: number, body = new Uint8Array()) =>
        (await ask(`${at}?n=${n}`, { method: 'POST', body })).status
      expect(await post(bob.ask, 0)).toBe(404)
      expect(await post(ada.ask, 3)).toBe(400)
      expect(await post(ada.ask, NaN)).toBe(400)
      expect(await post(ada.ask, 0, new Uint8Array([5, 1, 2]))).toBe(400)
      expect(await post(ada.ask, 0, new Uint8Array([1, 255]))).toBe(400)
      expect(await post(ada.ask, 0)).toBe(204)
      expect(await post(ada.ask, 0)).toBe(204)
      expect(await stored()).toBe(source)
    })
  })

describe('a line that tabs share', () => {
  it('RT1 RT10 six tabs of one browser write in one document over one connection, and go one by one', async () => {
    const browser = inTabs(await makeToken(workspace.location, { email: 'ada@example.com' }))
    const tabs = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const line = await WindowLine.open(browser.ask)
        lines.push(line)
        const writer = new Writer('ada', `tab-${at}`)
        await writer.join(line, page)
        return { line, writer }
      })
    )
    expect(browser.asked.filter((one) => one.startsWith('GET'))).toHaveLength(1)
    const words = tabs.map((_, at) => `word${at}`)
    for (const [at, { writer }] of tabs.entries()) writer.type('The boats', ` ${words[at] ?? ''}`)
    const hasAll = (text: string) => words.every((word) => text.split(word).length === 2)
    await until(() => tabs.every(({ writer }) => hasAll(writer.text)))
    await until(async () => hasAll(await stored()))
    const [first, second] = tabs
    await until(() => first?.line.people.length === 5)
    second?.line.cut()
    await until(() => first?.line.people.length === 4)
    first?.writer.type('waits', ' here')
    await until(() => tabs.slice(2).every(({ writer }) => writer.text.includes('waits here')))
    expect(second?.writer.text).not.toContain('waits here')
    for (const { line } of tabs) line.cut()
    await until(async () => ((await listed()) as object[]).length === 0)
  })

  it('RT1 RT9 when the line is cut all tabs come again, and whoever signs in anew has a line of their own', async () => {
    const ada = await makeToken(workspace.location, { email: 'ada@example.com' })
    const bob = await makeToken(workspace.location, { email: 'bob@example.com' })
    let cutting = new AbortController()
    const { answer } = openSharedLine((path, { signal, ...init }) =>
      fetch(workspace.server.origin + path, {
        ...init,
        signal: AbortSignal.any([cutting.signal, ...(signal ? [signal] : [])])
      })
    )
    const as =
      (token: string): Ask =>
      (path, init) =>
        answer(path, { ...init, headers: { Authorization: `Bearer ${token}` } })
    const opened = async (token: string) => {
      const line = await WindowLine.open(as(token))
      lines.push(line)
      return line
    }
    const [one, two] = [new Writer('ada', 'one'), new Writer('ada', 'two')]
    const before = [await opened(ada), await opened(ada)]
    await one.join(before[0] ?? (await opened(ada)), page)
    await two.join(before[1] ?? (await opened(ada)), page)
    one.type('Harbour', ' one')
    two.type('Harbour', ' two')
    await until(() => [one, two].every(({ text }) => text.includes('one') && text.includes('two')))
    cutting.abort()
    await until(() => before.every(({ isOpen }) => !isOpen))
    for (const writer of [one, two]) writer.cut()
    one.type('The boats', ' of the north')
    two.type('waits', ' here')
    cutting = new AbortController()
    await one.join(await opened(ada), page)
    await two.join(await opened(ada), page)
    await until(() => [one, two].every(({ text }) => text.includes('north') && text.includes('waits here')))
    await until(async () => (await stored()).includes('north') && (await stored()).includes('waits here'))
    const line = await opened(bob)
    const other = new Writer('bob')
    await other.join(line, page)
    await until(async () => JSON.stringify(await listed()).match(/@/g)?.length === 1)
    expect(JSON.stringify(await listed())).toContain('bob@example.com')
  })

  async function listed(): Promise<unknown> {
    const answer = await owner(workspace).send('GET', '/rooms/list')
    return presentIn.parse(JSON.parse(new TextDecoder().decode(answer.body))).documents
  }
})
