import { mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SessionInfo, SignInLinkAnswer, TokenInfo } from '../../src/common/api/types'
import { sessionCookie } from '../../src/main/server/session-cookie'
import { openLinks } from '../../src/main/callers/sessions/links'
import type { OpenRecords } from '../../src/main/store/types'
import { openSessionBook } from '../../src/main/callers/sessions/session-book'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { openRecords } from '../../src/main/store'
import { form, json, jsonParts, page, text } from '../contract/kit'
import type { HttpWorkspace } from '../contract/over-http'
import { makeToken, openHttp } from '../contract/over-http'
import { owner, setPermissions, writePage } from '../contract/people'
import { signIn } from '../contract/signed-in'
import type { Reply } from '../contract/transport'
import { replyOf } from '../contract/transport'

/** What a browser's session opens, for whom, and for how long; what others may do who get hold of a part of it. */

let http: HttpWorkspace
beforeAll(async () => {
  http = await openHttp()
})
afterAll(() => http.close())

const get = async (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  replyOf(await fetch(http.server.origin + path, { headers }))

/** With a Host, Origin and cookie of the test's choice. */
function wire(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = http.server
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false })
    request.on('error', reject)
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.end(body)
  })
}

const linkFor = async (who: object): Promise<string> =>
  http.server.origin +
  json<SignInLinkAnswer>(await owner(http).send('POST', '/app/sign-in-links', jsonParts(who))).path

const sessions = async (): Promise<SessionInfo[]> =>
  json<SessionInfo[]>(await owner(http).send('GET', '/app/sessions'))

/** The first heartbeat of a stream, at which it ends in any case, comes after fifteen seconds. */
const SOONER_MS = 12_000

describe('a link', () => {
  it('A5 works once and sets a cookie that no script reads; then the next one is told', async () => {
    const link = http.links.at(-1) ?? ''
    const reply = await replyOf(await fetch(link))
    expect(reply.status).toBe(200)
    expect(reply.headers['set-cookie']).toMatch(
      new RegExp(`^galley_session_${http.server.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)
    )
    expect(http.links.at(-1)).not.toBe(link)
    const again = await replyOf(await fetch(link))
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined])
    expect(text(again)).toContain('This link was used already')
    expect(text(again)).toContain('galley link')
  })

  it('A5 works once also for many at the same moment', async () => {
    const link = await linkFor({ owner: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(link)))
    await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('A5 HEAD does not use it up', async () => {
    const link = http.links.at(-1) ?? ''
    await fetch(link, { method: 'HEAD' })
    expect(http.links.at(-1)).toBe(link)
    expect((await signIn(http)).pageKey).not.toBe('')
  })

  it('A5 that is too old, or none, says so and opens nothing', async () => {
    const old = await openLinks(http.store.records, () => Date.now() - 16 * 60_000).make({ owner: true })
    const reply = await get(`/session/${old.code}`)
    expect([reply.status, reply.headers['set-cookie']]).toEqual([401, undefined])
    expect(text(reply)).toContain('too old')
    for (const path of ['/session/', '/session/x', `/session/${'A'.repeat(43)}`, '/session/..%2f..%2fx'])
      expect(text(await get(path)), path).toContain('opens nothing')
  })

  it('A5 is good for 15 minutes, though the clock is set back', async () => {
    let now = 1_000_000_000_000
    const links = openLinks(http.store.records, () => now)
    const { code } = await links.make({ owner: true })
    now += 15 * 60_000
    expect(await links.look(code)).toEqual({ state: 'too-old' })
    now -= 60 * 60_000
    expect(await links.look(code)).toEqual({ state: 'too-old' })
  })

  it('A5 for somebody else opens what the permissions let that person do, and no more', async () => {
    const root = owner(http)
    await writePage(root, '/team/open/a.html', 'open words')
    await writePage(root, '/team/closed/a.html', 'closed words')
    await setPermissions(http, 'team', ['/open/+** | editors | write'])
    const protectedRow = { key: 'delivery.protected', value: '/team/closed' }
    const config = { ':type': 'sheet', ':sheetname': 'data', total: 1, data: [protectedRow] }
    await root.send('POST', '/config/team/closed', form([{ name: 'config', value: JSON.stringify(config) }]))
    await root.send('POST', '/publish/live/team/closed/main/a')
    const maria = await signIn(
      http,
      await linkFor({ email: 'maria@example.com', name: 'Maria', groups: ['editors'] })
    )
    expect(json<object>(await maria.send('GET', '/app/workspace'))).toMatchObject({
      you: { email: 'maria@example.com', name: 'Maria', groups: ['editors'], owner: false }
    })
    expect(json<object>(await maria.send('GET', '/app/workspace'))).not.toHaveProperty('location')
    expect((await writePage(maria, '/team/open/a.html', 'mine')).status).toBe(200)
    const told = await root.send('GET', '/source/team/open/a.html')
    expect(told.headers['x-galley-modified-by']).toBe('maria@example.com')
    for (const [method, path] of [
      ['GET', '/source/team/closed/a.html'],
      ['PUT', '/source/team/closed/a.html'],
      ['POST', '/publish/live/team/closed/main/a'],
      ['GET', '/publish/status/team/closed/main/a'],
      ['GET', '/config/team'],
      ['GET', '/app/tokens'],
      ['GET', '/app/sessions'],
      ['DELETE', '/app/sessions'],
      ['POST', '/app/sign-in-links'],
      ['POST', '/app/revoke-all'],
      ['GET', '/app/identity-provider'],
      ['PUT', '/app/workspace'],
      ['GET', '/sync']
    ] as const)
      expect((await maria.send(method, path)).status, `${method} ${path}`).toBe(403)
    expect((await maria.send('GET', '/sites/live/team/closed/a')).status).toBe(401)
    expect((await (await signIn(http)).send('GET', '/sites/live/team/closed/a')).status).toBe(200)
  })

  it('A5 names a person as tokens do, and nobody else makes one', async () => {
    for (const wanted of [
      {},
      { email: 'maria' },
      { email: 'a@b.c', owner: true },
      { email: 'a@b.c', groups: ['a,b'] },
      { email: 'a@b.c', name: 'x\ny' },
      { email: 'a@b.c', extra: 1 },
      []
    ]) {
      const reply = await owner(http).send('POST', '/app/sign-in-links', jsonParts(wanted))
      expect(reply.status, JSON.stringify(wanted)).toBe(400)
    }
    const token = await makeToken(http.location)
    const reply = await fetch(`${http.server.origin}/app/sign-in-links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: '{"owner":true}'
    })
    expect(reply.status).toBe(403)
  })
})

describe('a cookie', () => {
  it('A5 is good for the host and port that it was given at, and nowhere else', async () => {
    const { headers, cookie, pageKey } = await signIn(http)
    const { port } = http.server
    expect((await get('/list', headers)).status).toBe(200)
    // the same service by another name of this machine, with an Origin to match
    for (const host of [`localhost:${port}`, `[::1]:${port}`]) {
      const sent = { Host: host, Cookie: cookie, 'X-Galley-Page': pageKey, Origin: `http://${host}` }
      expect(await wire('GET', '/list', sent), host).toBe(401)
      expect(await wire('PUT', '/source/a/b/c.html', sent, 'x'), host).toBe(401)
    }
    // another service of the same workspace, on another port: by its own name of the cookie too
    const other = await openHttp({ records: http.store.records })
    const value = cookie.split('=')[1] ?? ''
    for (const name of [
      `galley_session_${port}`,
      `galley_session_${other.server.port}`,
      '__Host-galley_session'
    ]) {
      const reply = await fetch(`${other.server.origin}/list`, {
        headers: { ...headers, Cookie: `${name}=${value}` }
      })
      expect(reply.status, name).toBe(401)
      await reply.text()
    }
    await other.close()
  })

  it('A5 that a program on another port received opens no list, no document, no stream and no change by itself', async () => {
    await writePage(owner(http), '/free/site/a.html', 'words')
    await owner(http).send('PUT', '/source/free/site/a.png', {
      headers: { 'Content-Type': 'image/png' },
      body: new Uint8Array([1, 2, 3])
    })
    const { cookie, headers } = await signIn(http)
    const stolen = { Cookie: cookie, Origin: http.server.origin, 'Sec-Fetch-Site': 'same-origin' }
    for (const path of [
      '/list',
      '/list/free/site',
      '/source/free/site/a.html',
      '/source/free/site/a.html/',
      '/source/free/site/a.%68tml',
      '/source/free/site/a.json',
      '/source/free/site/helix-query.yaml',
      '/versionlist/free/site/a.html',
      '/config/free',
      '/trash',
      '/events',
      '/app/workspace',
      '/app/tokens',
      '/app/sessions',
      '/sync',
      '/sync/pairs/none/files',
      '/sync/pairs/none/any/side',
      '/import',
      '/publish/status/free/site/main/*'
    ]) {
      expect((await get(path, stolen)).status, path).toBe(401)
      const wrong = { ...stolen, 'X-Galley-Page': 'A'.repeat(43) }
      expect((await get(path, wrong)).status, path).toBe(401)
    }
    for (const [method, path] of [
      ['PUT', '/source/free/site/b.png'],
      ['DELETE', '/source/free/site/a.png'],
      ['POST', '/app/tokens'],
      ['POST', '/app/sign-in-links'],
      ['DELETE', '/app/session']
    ] as const)
      expect(await wire(method, path, { Host: new URL(http.server.origin).host, ...stolen }), path).toBe(401)
    // what a page shows in an element goes without the header
    expect((await get('/source/free/site/a.png', stolen)).status).toBe(200)
    expect((await get('/sync/pairs/none/side?key=a&side=local', stolen)).status).toBe(404)
    expect((await get('/list', headers)).status).toBe(200)
  })

  it('A5 that somebody else set beside ours does not put the person into another session', async () => {
    const mine = await signIn(http)
    const theirs = await signIn(http, await linkFor({ email: 'mallory@example.com' }))
    const both = `${theirs.cookie}; ${mine.cookie}`
    // the page holds the key of its own session, so the other cookie opens nothing with it
    expect((await get('/app/workspace', { ...mine.headers, Cookie: theirs.cookie })).status).toBe(401)
    const reply = await get('/app/workspace', { ...mine.headers, Cookie: both })
    expect(json<object>(reply)).toMatchObject({ you: { owner: true } })
  })

  it('A5 unsafe methods need our own Origin, and what another site asks for does not count', async () => {
    const { cookie, pageKey } = await signIn(http)
    const { port } = http.server
    const write = (headers: Record<string, string>) =>
      wire(
        'PUT',
        '/source/browser/site/page.html',
        {
          Host: `127.0.0.1:${port}`,
          Cookie: cookie,
          'X-Galley-Page': pageKey,
          'Content-Type': 'text/html',
          ...headers
        },
        page('x')
      )
    for (const origin of [
      'null',
      'http://evil.example',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`
    ])
      expect(await write({ Origin: origin }), origin).toBe(401)
    expect(await write({})).toBe(401)
    const own = { Origin: `http://127.0.0.1:${port}` }
    for (const site of ['cross-site', 'same-site'])
      expect(await write({ ...own, 'Sec-Fetch-Site': site }), site).toBe(401)
    expect(await write(own)).toBe(201)
  })

  it('A5 guesses and foreign cookies open nothing', async () => {
    const { port } = http.server
    for (const value of ['A'.repeat(43), '', '..', `${'A'.repeat(42)}=`, '__proto__'])
      for (const name of [`galley_session_${port}`, 'galley_session', `__Host-galley_session`])
        expect((await get('/list', { Cookie: `${name}=${value}`, 'X-Galley-Page': value })).status).toBe(401)
  })

  it('A5 is named after the port on http, and bound to the host where https lets it be', () => {
    const named = (origin: string) => {
      const cookie = sessionCookie(new URL(origin))
      return [cookie.name, cookie.set('v').split('; ').slice(1).join('; ')]
    }
    const plain = 'Path=/; HttpOnly; SameSite=Strict'
    expect(named('http://127.0.0.1:4502')).toEqual(['galley_session_4502', plain])
    expect(named('http://localhost:80')).toEqual(['galley_session_80', plain])
    expect(named('https://galley.example.com')).toEqual(['__Host-galley_session', `${plain}; Secure`])
    expect(named('https://galley.example.com:8443/')).toEqual(['__Host-galley_session', `${plain}; Secure`])
    expect(named('https://example.com/galley/')).toEqual([
      '__Secure-galley_session',
      'Path=/galley; HttpOnly; SameSite=Strict; Secure'
    ])
    expect(named('https://example.com/a;b/')[1]).toContain('Path=/a%3Bb;')
    const cookie = sessionCookie(new URL('http://127.0.0.1:4502'))
    expect(
      cookie.valuesIn('x=1; galley_session_4502=a=b ;galley_session_45021=c; galley_session_4502=d')
    ).toEqual(['a=b', 'd'])
    expect(cookie.clear()).toMatch(/^galley_session_4502=; Max-Age=0; Path=\/;/)
  })
})

describe('a session', () => {
  it('A5 ends after two hours without use, and twelve hours after its start whatever happens', async () => {
    await temporary(async (open) => {
      const hour = 3_600_000
      let now = 1_000_000_000_000
      const book = openSessionBook(open, () => now)
      const { cookie: unused } = await book.start({ owner: true }, 'h:1')
      now += 2 * hour
      expect(await book.find(unused, 'h:1')).toBeNull()
      const { cookie } = await book.start({ owner: true }, 'h:1')
      for (let passed = 0; passed < 11.5; passed += 1.5) {
        const found = await book.find(cookie, 'h:1')
        expect(found, `after ${passed} hours`).not.toBeNull()
        if (found) book.use(found)
        now += 1.5 * hour
      }
      expect(await book.find(cookie, 'h:1')).toBeNull()
      expect(await book.list()).toEqual([])
      await book.settled()
    })
  })

  it('A5 lives no longer because the clock is set back, or because a stream stays open', async () => {
    await temporary(async (open) => {
      let now = 1_000_000_000_000
      const book = openSessionBook(open, () => now)
      const { cookie } = await book.start({ owner: true }, 'h:1')
      now -= 3_600_000
      expect(await book.find(cookie, 'h:1')).toBeNull()
      const { cookie: next } = await book.start({ owner: true }, 'h:1')
      const session = await book.find(next, 'h:1')
      now += 2 * 3_600_000
      expect(session && (await book.isOpen(session))).toBe(false)
    })
  })

  it('A5 goes on when the service starts again on its port; only hashes are stored', async () => {
    const location = await mkdtemp(join(tmpdir(), 'galley-sessions-'))
    const first = await openHttp({}, {}, location)
    const { port } = first.server
    const { headers, cookie, pageKey } = await signIn(first)
    await first.server.close()
    await first.service.close()
    await first.store.close()
    for (const name of await readdir(join(location, '.galley/browser-sessions'))) {
      const stored = await readFile(join(location, '.galley/browser-sessions', name), 'utf8')
      for (const secret of [cookie.split('=')[1] ?? '', pageKey]) expect(stored).not.toContain(secret)
    }
    const second = await openHttp({ port }, {}, location)
    const reply = await fetch(`http://127.0.0.1:${port}/list`, { headers })
    expect(reply.status).toBe(200)
    await reply.text()
    await second.close()
  })

  it('A5 of an earlier Galley, or damaged, is forgotten without a word', async () => {
    const location = await mkdtemp(join(tmpdir(), 'galley-sessions-'))
    const open = openRecords(location)
    await open('browser-sessions', (value) => value).put('a'.repeat(64), { expiresAt: Date.now() + 1e9 })
    await mkdir(join(location, '.galley/sign-in-links'), { recursive: true })
    await writeFile(join(location, `.galley/browser-sessions/${'b'.repeat(64)}.json`), '{"half":')
    await writeFile(join(location, `.galley/sign-in-links/${'c'.repeat(64)}.json`), 'x')
    const reported: unknown[] = []
    const served = await openHttp({}, { report: (error) => void reported.push(error) }, location)
    expect(await readdir(join(location, '.galley/browser-sessions'))).toEqual([])
    expect(await readdir(join(location, '.galley/sign-in-links'))).toHaveLength(1)
    expect((await signIn(served)).pageKey).not.toBe('')
    expect(reported).toEqual([])
    await served.close()
  })

  it('A5 is listed with its person, and ended by the owner from the next request on', async () => {
    const anna = await signIn(http, await linkFor({ email: 'anna@example.com', groups: ['g'] }))
    const found = (await sessions()).find(({ email }) => email === 'anna@example.com')
    expect(found).toMatchObject({
      owner: false,
      groups: ['g'],
      host: `127.0.0.1:${http.server.port}`,
      own: false
    })
    expect((found?.endsAt ?? 0) - (found?.startedAt ?? 0)).toBe(12 * 3_600_000)
    expect(JSON.stringify(await sessions())).not.toMatch(/[0-9a-f]{64}/)
    expect((await anna.send('GET', '/list')).status).toBe(200)
    expect((await owner(http).send('DELETE', `/app/sessions/${found?.id}`)).status).toBe(204)
    expect((await anna.send('GET', '/list')).status).toBe(401)
    expect((await owner(http).send('DELETE', `/app/sessions/${found?.id}`)).status).toBe(404)
  })

  it('A5 is ended by signing out, which takes the cookie away; a token has none to end', async () => {
    const anna = await signIn(http, await linkFor({ email: 'anna@example.com' }))
    const other = await signIn(http, await linkFor({ email: 'anna@example.com' }))
    const reply = await anna.send('DELETE', '/app/session')
    expect(reply.status).toBe(204)
    expect(reply.headers['set-cookie']).toMatch(/=; Max-Age=0; Path=\/; HttpOnly/)
    expect((await anna.send('GET', '/list')).status).toBe(401)
    expect((await other.send('GET', '/list')).status).toBe(200)
    const headers = { Authorization: `Bearer ${await makeToken(http.location)}` }
    const none = await fetch(`${http.server.origin}/app/session`, { method: 'DELETE', headers })
    expect(none.status).toBe(404)
  })

  it.each([
    ['the owner’s', { owner: true }],
    ['somebody else’s', { email: 'eve@example.com' }]
  ])('A5 an open event stream ends with its session: %s', async (_, who) => {
    const eve = await signIn(http, await linkFor(who))
    const stream = await fetch(`${http.server.origin}/events`, { headers: eve.headers })
    expect(stream.status).toBe(200)
    const heard = stream.text()
    expect((await eve.send('DELETE', '/app/session')).status).toBe(204)
    expect(await heard).toMatch(/^event: hello/)
    await writePage(owner(http), '/free/site/after.html')
    expect(await heard).not.toContain('after.html')
  })

  it('A5 that the command line ends is over with the next request, and its stream tells nothing more', async () => {
    const eve = await signIn(http, await linkFor({ owner: true }))
    const stream = await fetch(`${http.server.origin}/events`, { headers: eve.headers })
    const heard = stream.text()
    const outside = openRecords(http.location)
    expect(await openSessionBook(outside).endAll()).toBeGreaterThan(0)
    expect((await eve.send('GET', '/list')).status).toBe(401)
    await writePage(owner(http), '/free/site/after-all.html')
    expect(await heard).not.toContain('after-all.html')
  })

  it.each([
    ['the owner’s', { owner: true }],
    ['somebody else’s', { email: 'eve@example.com' }]
  ])(
    'A5 that the command line ends: its stream ends before anything happens: %s',
    async (_, who) => {
      const eve = await signIn(http, await linkFor(who))
      const heard = (await fetch(`${http.server.origin}/events`, { headers: eve.headers })).text()
      const outside = openRecords(http.location)
      expect(await openSessionBook(outside).endAll()).toBeGreaterThan(0)
      expect(await heard).toMatch(/^event: hello/)
    },
    SOONER_MS
  )

  it(
    'A2 an open event stream ends when its token is revoked, by the service or the command line',
    async () => {
      const listen = async () => {
        const headers = { Authorization: `Bearer ${await makeToken(http.location)}` }
        const stream = await fetch(`${http.server.origin}/events`, { headers })
        return { heard: stream.text() }
      }
      const first = await listen()
      for (const { id } of json<TokenInfo[]>(await owner(http).send('GET', '/app/tokens')))
        await owner(http).send('DELETE', `/app/tokens/${id}`)
      expect(await first.heard).toMatch(/^event: hello/)
      const second = await listen()
      await tokensIn(openRecords(http.location)).revokeAll(Date.now())
      expect(await second.heard).toMatch(/^event: hello/)
    },
    SOONER_MS
  )

  it('A5 all at once: every token, session and unused link is over', async () => {
    const anna = await signIn(http, await linkFor({ email: 'anna@example.com' }))
    const unused = await linkFor({ email: 'late@example.com' })
    const printed = http.links.at(-1) ?? ''
    const token = await makeToken(http.location)
    const site = await makeToken(http.location, { kind: 'site', site: 'team/closed' })
    const reply = await owner(http).send('POST', '/app/revoke-all')
    const told = json<Record<'tokens' | 'sessions' | 'links', number>>(reply)
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(0)
    expect((await anna.send('GET', '/list')).status).toBe(401)
    expect((await get('/list', { Authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await get('/sites/live/team/closed/a', { Authorization: `token ${site}` })).status).toBe(401)
    expect((await fetch(unused)).status).toBe(401)
    expect(await sessions()).toEqual([])
    // whoever opens the link at the terminal finds the next one there
    expect((await fetch(printed)).status).toBe(401)
    await vi.waitFor(() => expect(http.links.at(-1)).not.toBe(printed))
    expect((await signIn(http)).pageKey).not.toBe('')
  })
})

async function temporary(work: (open: OpenRecords) => Promise<void>): Promise<void> {
  const location = await mkdtemp(join(tmpdir(), 'galley-sessions-'))
  try {
    await work(openRecords(location))
  } finally {
    await rm(location, { recursive: true, force: true })
  }
}
