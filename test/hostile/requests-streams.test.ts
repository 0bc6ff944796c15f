import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { createService } from '../../src/main/service'
import { openStillKnown } from '../../src/main/callers/still-known'
import { whileKnown } from '../../src/main/events/event-stream'
import type { CallerHint } from '../../src/main/callers/types'
import type { Workspace } from '../contract/in-process'
import { openWorkspace } from '../contract/in-process'
import { json } from '../contract/kit'
import { makeToken, openHttp } from '../contract/over-http'
import { owner, person, setPermissions, writePage } from '../contract/people'

/** Event streams that would make everybody's requests slow, or go on for who may not know any more. */

const MOST = 64

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace()
})
afterEach(() => workspace.close())

function listen(service: Workspace['service'], hint: CallerHint, ...tokens: readonly string[]) {
  const headers = tokens.length > 0 ? { Authorization: `Bearer ${tokens.join(', ')}` } : {}
  return service.fetch(new Request('http://127.0.0.1/events', { headers }), hint)
}

const listenAs = (...tokens: readonly string[]) => listen(workspace.service, 'anyone', ...tokens)

const many = (count: number, open: () => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, open))

const statuses = (answers: readonly Response[]) => [...new Set(answers.map(({ status }) => status))]

async function heardUntil(stream: Response, word: string): Promise<string> {
  const reader = stream.body?.getReader()
  let heard = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    heard += new TextDecoder().decode(part.value)
    if (heard.includes(word)) break
  }
  await reader?.cancel()
  return heard
}

/** What a stream has told so far. */
function hearing(stream: Response) {
  const reader = stream.body?.getReader()
  let heard = ''
  const listen = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      heard += new TextDecoder().decode(part.value)
  }
  const done = listen()
  return { text: () => heard, stop: () => reader?.cancel().then(() => done) }
}

describe('the number of event streams', () => {
  it('X8 one caller has as many as it may and is refused one more, until one ends', async () => {
    const token = await makeToken(workspace.location)
    const open = await many(MOST, () => listenAs(token))
    expect(statuses(open)).toEqual([200])
    const refused = await listenAs(token)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      reason: 'too-many',
      where: '/events',
      error: expect.stringContaining('64 event streams of maria@example.com')
    })
    await open[0]?.body?.cancel()
    expect((await listenAs(token)).status).toBe(200)
    expect((await listenAs(token)).status).toBe(429)
  })

  it('X8 counts for each of several people, by whichever token', async () => {
    const [anna, other, ben] = [
      await makeToken(workspace.location, { email: 'anna@example.com' }),
      await makeToken(workspace.location, { email: 'Anna@example.com' }),
      await makeToken(workspace.location, { email: 'ben@example.com' })
    ]
    expect(statuses(await many(MOST / 2, () => listenAs(anna, ben)))).toEqual([200])
    expect(statuses(await many(MOST / 2, () => listenAs(other)))).toEqual([200])
    expect((await listenAs(anna)).status).toBe(429)
    expect((await listenAs(other, ben)).status).toBe(429)
    expect((await listenAs(ben)).status).toBe(200)
  })

  it('X8 is not bounded for the windows of the app', async () => {
    const windows = await many(MOST + 6, () => listen(workspace.service, 'owner'))
    expect(statuses(windows)).toEqual([200])
  })

  it('X8 what a script has open leaves the places of its person’s browser, and of the owner’s', async () => {
    const token = await makeToken(workspace.location)
    await many(MOST, () => listenAs(token))
    const { service } = workspace
    expect((await listen(service, signedIn({ owner: false, email: 'maria@example.com' }))).status).toBe(200)
    const browser = signedIn({ owner: true })
    expect(statuses(await many(MOST, () => listen(service, browser)))).toEqual([200])
    expect((await listen(service, browser)).status).toBe(429)
    expect((await listen(service, 'owner')).status).toBe(200)
  })

  it('X8 a connection that breaks off, early or late, gives its place back', async () => {
    const http = await openHttp({ limits: { closing: 100 } })
    const headers = { Authorization: `Bearer ${await makeToken(http.location)}` }
    for (let round = 0; round < 3; round++) {
      const ending = new AbortController()
      const broken = await Promise.allSettled(
        Array.from({ length: MOST / 2 }, () =>
          fetch(`${http.server.origin}/events`, { headers, signal: ending.signal }).then(() => ending.abort())
        )
      )
      expect(broken).toHaveLength(MOST / 2)
    }
    await expect
      .poll(async () => {
        const ending = new AbortController()
        const asked = Array.from({ length: MOST }, () =>
          fetch(`${http.server.origin}/events`, { headers, signal: ending.signal })
        )
        const found = statuses(await Promise.all(asked))
        ending.abort()
        return found
      })
      .toEqual([200])
    await http.close()
  })
})

/** A browser that is signed in, as the transport tells of it. */
function signedIn(
  who: { readonly owner: true } | { readonly owner: false; readonly email: string }
): CallerHint {
  const hash = 'a'.repeat(64)
  const record = { id: 'a'.repeat(12), hash, pageHash: hash, host: '127.0.0.1', startedAt: 0 }
  const session = who.owner
    ? { ...record, who: { owner: true as const } }
    : { ...record, who: { ...who, owner: false as const, groups: [] } }
  return { session, isOpen: () => Promise.resolve(true) }
}

describe('what event streams cost', () => {
  it('X8 one event is asked about once for all streams: the rules, and each token', async () => {
    await setPermissions(workspace, 'org', ['/site/+** | readers | read'])
    const counted = { stats: 0, tokens: 0 }
    const { store } = workspace
    const service = createService({
      appVersion: '0.0.0',
      store: {
        ...store,
        stat: (path) => {
          if (path.startsWith('/.config')) counted.stats += 1
          return store.stat(path)
        },
        records: (kind, parse) => {
          const records = store.records(kind, parse)
          return {
            ...records,
            get: (key) => {
              if (kind === 'tokens') counted.tokens += 1
              return records.get(key)
            }
          }
        }
      }
    })
    const tokens = await Promise.all(
      ['anna', 'ben'].map((name) =>
        makeToken(workspace.location, { email: `${name}@example.com`, groups: ['readers'] })
      )
    )
    const streams = await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 30 }, () => listen(service, 'anyone', token)))
    )
    const heard = Promise.all(streams.map((stream) => heardUntil(stream, 'a.html')))
    counted.stats = counted.tokens = 0
    await writePage(owner(workspace), '/org/site/a.html')
    expect((await heard).every((text) => text.includes('a.html'))).toBe(true)
    // one save tells of the folder that it made, too
    expect(counted.stats).toBeLessThanOrEqual(4)
    expect(counted.tokens).toBeLessThanOrEqual(2 * 4)
    await service.close()
  })

  it('X8 a stream that is a thousand events behind ends', () => {
    let ended = 0
    const sent: unknown[] = []
    const take = whileKnown(
      () => new Promise(() => {}),
      () => Promise.resolve()
    )
    const notify = (seq: number) =>
      take(
        { type: 'workspace', seq },
        (event) => sent.push(event),
        () => (ended += 1)
      )
    for (let seq = 0; seq <= 1000; seq++) notify(seq)
    expect(ended).toBe(0)
    notify(1001)
    expect([ended, sent]).toEqual([1, []])
  })
})

describe('who may not know any more', () => {
  it('A2 is asked about anew for what comes while an answer is on its way', async () => {
    const ask = openStillKnown([])
    const looks: ((known: boolean) => void)[] = []
    const look = () => new Promise<boolean>((resolve) => looks.push(resolve))
    const first = [ask('anna', look), ask('anna', look)]
    await expect.poll(() => looks.length).toBe(1)
    const second = ask('anna', look)
    await expect.poll(() => looks.length).toBe(2)
    looks[0]?.(true)
    looks[1]?.(false)
    expect(await Promise.all([...first, second])).toEqual([true, true, false])
  })

  it('A2 is looked for once as long as no token and no session is another one, and anew when one is, or soon', async () => {
    let stamp = Date.now() - 60_000
    let looks = 0
    const ask = openStillKnown([{ stamp: () => Promise.resolve(stamp) }])
    const anna = () =>
      ask('anna', () => {
        looks += 1
        return Promise.resolve(stamp < Date.now() - 30_000)
      })
    expect([await anna(), await anna(), await anna(), looks]).toEqual([true, true, true, 1])
    await expect.poll(async () => (await anna()) && looks).toBe(2)
    // by whoever, and in the very moment
    stamp = Date.now()
    expect([await anna(), await anna(), looks]).toEqual([false, false, 4])
  })

  it('A2 every stream of a revoked token ends before the next event, and those of others go on', async () => {
    const maria = await person(workspace, 'maria@example.com')
    const ben = await person(workspace, 'ben@example.com')
    const mine = await many(3, () => listenAs(maria.token))
    const his = await listenAs(ben.token)
    const heard = Promise.all(mine.map((stream) => stream.text()))
    const tokens = json<{ id: string; email: string }[]>(await owner(workspace).send('GET', '/app/tokens'))
    const id = tokens.find(({ email }) => email === 'maria@example.com')?.id ?? ''
    await owner(workspace).send('DELETE', `/app/tokens/${id}`)
    await writePage(owner(workspace), '/free/site/after.html')
    expect(await heardUntil(his, 'after.html')).toContain('after.html')
    for (const text of await heard) expect(text).not.toContain('after.html')
  })

  it('P6 what changes in the permissions counts from the next event, for each caller by itself', async () => {
    await setPermissions(workspace, 'org', ['/site/+** | anna@example.com, ben@example.com | read'])
    const anna = await person(workspace, 'anna@example.com')
    const ben = await person(workspace, 'ben@example.com')
    const streams = await Promise.all([listenAs(anna.token), listenAs(anna.token), listenAs(ben.token)])
    const heard = streams.map(hearing)
    const hasTold = (name: string, ...who: readonly number[]) =>
      expect.poll(() => who.every((one) => heard[one]?.text().includes(name))).toBe(true)
    const write = (path: string) => writePage(owner(workspace), path)
    await write('/org/site/first.html')
    await hasTold('first.html', 0, 1, 2)
    await setPermissions(workspace, 'org', ['/site/+** | ben@example.com | read'])
    await write('/org/site/second.html')
    await hasTold('second.html', 2)
    await write('/free/site/between.html')
    await hasTold('between.html', 0, 1, 2)
    await setPermissions(workspace, 'org', ['/site/+** | anna@example.com | read'])
    await write('/org/site/third.html')
    await write('/free/site/last.html')
    await hasTold('last.html', 0, 1, 2)
    const shown = heard.map(({ text }) =>
      ['first', 'second', 'third'].filter((name) => text().includes(`${name}.html`))
    )
    expect(shown).toEqual([
      ['first', 'third'],
      ['first', 'third'],
      ['first', 'second']
    ])
    await Promise.all(heard.map(({ stop }) => stop()))
  })
})

describe('what a caller may do', () => {
  it('RT9 P6 who may not read the config hears that it may be otherwise, and not where or by whom', async () => {
    await setPermissions(workspace, 'org', ['/site/+** | anna@example.com | read'])
    const anna = await person(workspace, 'anna@example.com')
    const heard = hearing(await listenAs(anna.token))
    await setPermissions(workspace, 'org', ['/site/+** | ben@example.com | read'])
    await expect.poll(() => heard.text()).toContain('event: rights')
    expect(heard.text()).toMatch(/event: rights\ndata: \{"type":"rights","seq":\d+\}\n/)
    expect(heard.text()).not.toMatch(/config|ben@|"path"|owner/)
    await heard.stop()
  })
})

describe('the config of a site', () => {
  it('F6 X9 one that another program made too large is not read: all of its site is protected', async () => {
    const page = '<body><main><div><h1>words</h1></div></main></body>'
    await writePage(owner(workspace), '/org/site/a.html', page)
    await owner(workspace).send('POST', '/publish/live/org/site/main/a')
    const { store } = workspace
    const reads: string[] = []
    const service = createService({
      appVersion: '0.0.0',
      store: { ...store, read: (path) => (reads.push(path), store.read(path)) }
    })
    const read = () => service.fetch(new Request('http://127.0.0.1/sites/live/org/site/a'), 'anyone')
    expect((await read()).status).toBe(200)
    const large = new TextEncoder().encode(`{"data": "${'x'.repeat(16 * 1024 * 1024)}"}`)
    await store.write(contentPath('/.config/org/site.json'), large, { by: { email: 'a@example.com' } })
    expect((await read()).status).toBe(401)
    expect(reads).toEqual([])
    await service.close()
  })
})
