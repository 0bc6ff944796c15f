import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { openOutgoing } from '../../src/main/outgoing'
import { openAsk } from '../../src/main/sync/ask'
import { contentOf } from '../../src/main/sync/content'
import { Heads } from '../../src/main/sync/heads'
import { remoteSide } from '../../src/main/sync/remote-http'
import { remoteVersionsOf } from '../../src/main/sync/remote-history'
import { runPair } from '../../src/main/sync/run-pair'
import { openStore } from '../../src/main/store'
import { ada, quickFolder, sparseWorkspace } from '../support/workspace'
import { fc } from '../support/properties'
import { foreignSite, type Answering } from '../support/foreign-site'
import { hostileRuns } from './runs'
import { rm } from 'node:fs/promises'
import { openWorkers } from '../../src/main/workers'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const place = { root: '/acme/site', serviceFolder: null }

/** A server whose folders are as a test says. */
async function server(answering: Answering, more: Readonly<Record<string, Answering>> = {}) {
  const site = await foreignSite({ '/list/acme/site': answering, ...more })
  const outgoing = openOutgoing()
  open.push(
    () => site.close(),
    () => outgoing.close()
  )
  const ask = openAsk({
    base: site.origin,
    token: () => Promise.resolve('t'),
    outgoing,
    tries: 1,
    wait: () => Promise.resolve()
  })
  return { site, ask }
}

const sendsJson =
  (value: unknown, headers: Record<string, string> = {}): Answering =>
  (_, answer) =>
    void answer.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value))

const item = (name: string) => ({
  path: `/acme/site/${name}`,
  name,
  ext: 'html',
  etag: '"1"',
  lastModified: 1
})

describe('lists of a hostile server', () => {
  it('Y22 Y3 one that goes on for ever, with the same item or with none, ends at its bound', async () => {
    for (const page of [[item('a')], []]) {
      let pages = 0
      // 2,000 requests over a line show no more than these
      const ask = () => {
        pages += 1
        return Promise.resolve({
          status: 200,
          headers: new Heads({ 'x-galley-continuation': String(pages) }),
          size: null,
          json: () => Promise.resolve(page),
          bytes: () => Promise.resolve(new Uint8Array()),
          stream: () => contentOf(new Uint8Array(), '').stream(),
          taken: () => 100,
          discard: () => undefined
        })
      }
      await expect(remoteSide(ask, place).list('')).rejects.toMatchObject({ reason: 'too-large' })
      expect(pages).toBe(2001)
    }
  })

  it('Y22 Y3 one that goes round in a circle, ends in the middle or is none makes its folder unknown', async () => {
    const circle = await server(sendsJson([item('a')], { 'X-Galley-Continuation': 'again' }))
    await expect(remoteSide(circle.ask, place).list('')).rejects.toThrow(/round in a circle/)
    expect(circle.site.log).toHaveLength(2)
    for (const value of [null, 1, 'x', {}, { items: [] }, [null], [[]], [{}], [{ path: 1, name: [] }]]) {
      const { ask } = await server(sendsJson(value))
      await expect(remoteSide(ask, place).list(''), JSON.stringify(value)).rejects.toMatchObject({
        reason: 'unreachable'
      })
    }
  })

  it('Y22 N5 names that lead elsewhere, and members of wrong types, never become paths of this side', async () => {
    const text = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        '/',
        '\\',
        '\u0000',
        '\r\nX: y',
        'a/../../b',
        '/etc/passwd',
        '\u202e',
        '\ud800'
      ),
      fc.constantFrom('x'.repeat(300), 'x'.repeat(5000), 'a\\..\\b', 'CON', 'a:b', '%2e%2e'),
      fc.string({ maxLength: 8 })
    )
    const any = fc.oneof(text, fc.constantFrom(null, true, -1, 1e308, [], {}, 'a.html'))
    const path = text.map((name) => `/acme/site/${name}`)
    const entry = fc.record(
      {
        path: fc.oneof(path, any),
        name: any,
        ext: any,
        etag: any,
        lastModified: any,
        size: any,
        id: any
      },
      { requiredKeys: ['path', 'name'] }
    )
    let list: unknown = []
    const { ask } = await server((...asked) => sendsJson(list)(...asked))
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
        list = entries
        const items = await remoteSide(ask, place)
          .list('')
          .catch((error: unknown) => {
            expect(error).toMatchObject({ name: 'GalleyError' })
            return null
          })
        for (const found of items ?? []) {
          // a name and nothing else: no way up, no folder between
          expect(found.path).toMatch(/^\/[^/.][^/]*$/s)
          expect(found.etag ?? 'x').toMatch(/^[\x21-\xff]{1,1024}$/)
          expect(found.size === null || (Number.isSafeInteger(found.size) && found.size >= 0)).toBe(true)
          expect(found.lastModified === null || Number.isSafeInteger(found.lastModified)).toBe(true)
        }
      }),
      { numRuns: hostileRuns(150) }
    )
  })

  it('Y22 a run tells of each name that cannot be here, and brings everything else', async () => {
    const names = ['good.html', 'a\\b.html', 'x\u0000.html', `${'y'.repeat(260)}.html`, 'tab\t.html']
    const page: Answering = (_, answer) =>
      void answer
        .writeHead(200, { 'Content-Type': 'text/html', ETag: '"1"' })
        .end('<main><div>x</div></main>')
    const { ask } = await server(sendsJson(names.map(item)), {
      '/source/acme/site/good.html': page
    })
    const folder = await sparseWorkspace(quickFolder())
    const store = await openStore({ folder, watch: false })
    open.push(async () => {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    })
    const pair = {
      id: 'p1',
      remoteId: 'r1',
      local: '/acme/site',
      remote: '/acme/site',
      serviceFolder: 'galley',
      lowerCase: false,
      firstSync: 'ask',
      paused: false
    } as const
    const run = {
      workers: openWorkers({ program: null }),
      store,
      pair,
      ask,
      by: () => ada,
      serviceFolder: 'galley',
      approved: new Set<string>(),
      between: 1
    }
    const { deeds, failures } = await runPair(run)
    expect(deeds.map(({ path, did }) => [path, did])).toEqual([['/good.html', 'pulled']])
    expect(failures.filter(({ path }) => path !== '/')).toHaveLength(names.length - 1)
    expect((await store.list(contentPath('/acme/site')))?.map(({ name }) => name)).toEqual(['good.html'])
  })

  it('Y22 Y34 versions of wrong types are left out, and a list of them without an end is refused', async () => {
    const good = { url: '/versionsource/acme/1/2.html', timestamp: 1, users: [{ email: 'a@b.c' }] }
    const list = [
      good,
      null,
      { url: 1 },
      { ...good, timestamp: 1e300 },
      { ...good, url: 'x'.repeat(5000) },
      { ...good, users: 7 }
    ]
    const { ask } = await server(sendsJson([]), { '/versionlist/acme/site/a.html': sendsJson(list) })
    const path = contentPath('/acme/site/a.html')
    expect(await remoteVersionsOf(ask, path)).toEqual([
      { ...good, label: null },
      { ...good, users: [], label: null }
    ])
    const endless = await server(sendsJson([]), {
      '/versionlist/acme/site/a.html': (_, answer) => {
        answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(2 ** 31) })
        answer.write('[')
      }
    })
    await expect(remoteVersionsOf(endless.ask, path)).rejects.toMatchObject({ reason: 'too-large' })
  })
})
