import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HttpWorkspace } from '../contract/over-http'
import { makeToken, openHttp } from '../contract/over-http'
import { form, json, text } from '../contract/kit'
import type { Asker } from '../contract/people'
import { owner, person, setPermissions, writePage } from '../contract/people'
import type { Reply } from '../contract/transport'
import { replyOf } from '../contract/transport'

/** Who may read a part of a site learns nothing of the rest: no name, no word, no count, and not whether it is there. */

let http: HttpWorkspace
let root: Asker
/** May read `/leak/site/open`, and the paths of site and organization themselves, without what lies below. */
let reader: Asker
/** May write the site's own path and `/open`. */
let writer: Asker

const MARK = /quokka/i
const site = '/leak/site'
const yaml = `version: 1
indices:
  all:
    include: ['/**']
    target: /query-index.json
    properties:
      title: {select: title, value: textContent(el)}
`

const publishAt = (path: string, environment = 'live') =>
  root.send('POST', `/publish/${environment}${site}/main${path}`)

async function put(path: string, content: string, type: string): Promise<void> {
  const body = new Uint8Array(Buffer.from(content))
  const reply = await root.send('PUT', `/source${path}`, { headers: { 'Content-Type': type }, body })
  expect(reply.status, text(reply)).toBeLessThan(300)
}

const pageOf = (title: string) => `<body><main><div><h1>${title}</h1><p>${title}</p></div></main></body>`

beforeAll(async () => {
  http = await openHttp()
  root = owner(http)
  await writePage(root, `${site}/open/a.html`, pageOf('harmless'))
  await writePage(root, `${site}/shut/quokka-page.html`, pageOf('quokka words'))
  await writePage(root, `${site}/shut/index.html`, pageOf('quokka first'))
  await writePage(root, `${site}/open/went.html`, pageOf('quokka went'))
  await put(`${site}/shut/quokka.json`, '{"quokka": 1}', 'application/json')
  await put(`${site}/helix-query.yaml`, yaml, 'application/yaml')
  const data = [{ key: 'delivery.protected', value: `${site}/shut` }]
  const config = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data })
  await root.send('POST', `/config${site}`, form([{ name: 'config', value: config }]))
  await root.send('POST', `/config${site}/shut`, form([{ name: 'config', value: config }]))
  for (const path of ['/open/a', '/open/went', '/shut/quokka-page', '/shut/', '/shut/quokka.json'])
    expect((await publishAt(path)).status, path).toBe(200)
  // what was open moves to where it is protected
  await root.send(
    'POST',
    `/move${site}/open/went.html`,
    form([{ name: 'destination', value: `${site}/shut/quokka-went.html` }])
  )
  await setPermissions(http, 'leak', [
    '/site | readers, writers | read',
    '/site | writers | write',
    '/site/open/+** | readers | read',
    '/site/open/+** | writers | write',
    '/site/shut/+** | quokka-people | write'
  ])
  reader = await person(http, 'reader@example.com', ['readers'])
  writer = await person(http, 'writer@example.com', ['writers'])
  await eventually(async () => (await siteText('/query-index.json', await siteToken())).includes('quokka'))
})
afterAll(() => http.close())

const siteToken = () => makeToken(http.location, { kind: 'site', site: 'leak/site' })

async function reading(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return replyOf(await fetch(`${http.server.origin}${path}`, { headers, redirect: 'manual' }))
}

const siteText = async (path: string, token: string) =>
  text(await reading(`/sites/live${site}${path}`, { Authorization: `token ${token}` }))

async function eventually(test: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await test()).toBe(true), { timeout: 30_000 })
}

const told = (reply: Reply) => JSON.stringify(reply.headers) + text(reply)

describe('a query index', () => {
  it('P7 U3 has no row of a protected page for who has no token of the site, in no part and no count', async () => {
    for (const query of ['', '?limit=1', '?offset=1', '?sheet=all', '?limit=100&offset=0'])
      for (const environment of ['live', 'preview']) {
        const reply = await reading(`/sites/${environment}${site}/query-index.json${query}`)
        expect(reply.status, query).toBe(200)
        expect(told(reply), query).not.toMatch(MARK)
        expect(json<{ total: number }>(reply).total, query).toBe(1)
      }
  })

  it('P7 A3 has every row for the site’s own token, and none more for the token of another site', async () => {
    expect(JSON.parse(await siteText('/query-index.json', await siteToken())).total).toBe(4)
    const other = await makeToken(http.location, { kind: 'site', site: 'leak/other' })
    expect(JSON.parse(await siteText('/query-index.json', other)).total).toBe(1)
    const admin = await makeToken(http.location, { kind: 'admin', site: 'leak/other' })
    const reply = await reading(`/sites/live${site}/query-index.json`, { 'X-Auth-Token': admin })
    expect(json<{ total: number }>(reply).total).toBe(1)
  })

  it('P7 U10 nor has the sitemap one, whoever asks', async () => {
    for (const headers of [{}, { Authorization: `token ${await siteToken()}` }] as Record<string, string>[])
      for (const path of ['/sitemap.xml', '/sitemap.xml?part=1', '/robots.txt', '/sitemap.xml?part=2']) {
        const reply = await reading(`/sites/live${site}${path}`, headers)
        expect(told(reply), path).not.toMatch(MARK)
        expect(reply.status, path).toBe(path.endsWith('2') ? 404 : 200)
      }
  })

  it('P7 follows the config at once: what is protected later has no row any more', async () => {
    const rows = async () =>
      json<{ total: number }>(await reading(`/sites/live${site}/query-index.json`)).total
    const protect = async (values: readonly string[]) => {
      const data = values.map((value) => ({ key: 'delivery.protected', value }))
      const value = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
      await root.send('POST', `/config${site}`, form([{ name: 'config', value }]))
    }
    await protect([`${site}/shut`, `${site}/open`])
    expect(await rows()).toBe(0)
    await protect([site])
    expect((await reading(`/sites/live${site}/query-index.json`)).status).toBe(401)
    await protect([`${site}/shut`])
    expect(await rows()).toBe(1)
  })

  it('P7 its description for publishers counts no page, and names no index, that they may not read of', async () => {
    const seen = json<{ indices: unknown[]; state: string; inForceSince: unknown }>(
      await reader.send('GET', `/publish/index${site}/main`)
    )
    expect(seen).toMatchObject({ indices: [], state: 'none', inForceSince: null, current: false })
    const tried = await reader.send('POST', `/publish/index${site}/main`, {
      headers: { 'Content-Type': 'application/yaml' },
      body: new Uint8Array(Buffer.from(yaml))
    })
    expect(told(tried)).not.toMatch(MARK)
    expect((await writer.send('POST', `/publish/index${site}/main/*`)).status).toBe(403)
  })
})

describe('an anonymous reader', () => {
  it('P6 sees no difference between what is protected and there, and what is protected and not there', async () => {
    for (const [there, missing] of [
      ['/shut/quokka-page', '/shut/none'],
      ['/shut/quokka-page.plain.html', '/shut/none.plain.html'],
      ['/shut/quokka.json', '/shut/none.json'],
      ['/shut/', '/shut/none/'],
      ['/shut', '/shut.html']
    ] as const)
      for (const place of ['sites/live', 'sites/preview', 'delivery/live'])
        for (const accept of ['*/*', 'text/html']) {
          const [a, b] = await Promise.all(
            [there, missing].map((path) => reading(`/${place}${site}${path}`, { Accept: accept }))
          )
          expect(plain(a, there), `${place}${there}`).toEqual(plain(b, missing))
        }
  })

  it('P6 is not told that what was open went where it is protected, nor that a folder has a protected first page', async () => {
    for (const path of ['/open/went', '/open/went.plain.html']) {
      const [gone, never] = await Promise.all(
        [path, path.replace('went', 'none')].map((one) => reading(`/sites/live${site}${one}`))
      )
      expect(plain(gone, 'went')).toEqual(plain(never, 'none'))
      expect(gone && told(gone)).not.toMatch(MARK)
    }
    const [delivered, none] = await Promise.all(
      ['/open/went', '/open/none'].map((one) => reading(`/delivery/live${site}${one}`))
    )
    expect(plain(delivered, 'went')).toEqual(plain(none, 'none'))
    await protectOnly(`${site}/part/index.html`)
    await writePage(root, `${site}/part/index.html`, pageOf('quokka part'))
    await publishAt('/part/')
    const [part, nothing] = await Promise.all(
      ['/part', '/nope'].map((one) => reading(`/sites/live${site}${one}`))
    )
    expect(plain(part, 'part')).toEqual(plain(nothing, 'nope'))
  })

  it('F6 gets no page for what is missing that is itself protected', async () => {
    await protectOnly(`${site}/404.html`)
    await writePage(root, `${site}/404.html`, pageOf('quokka lost'))
    await publishAt('/404')
    const reply = await reading(`/sites/live${site}/nowhere`, { Accept: 'text/html' })
    expect(reply.status).toBe(404)
    expect(told(reply)).not.toMatch(MARK)
  })

  async function protectOnly(more: string): Promise<void> {
    const data = [`${site}/shut`, more].map((value) => ({ key: 'delivery.protected', value }))
    const value = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
    await root.send('POST', `/config${site}`, form([{ name: 'config', value }]))
  }
})

describe('a job', () => {
  interface Begun {
    readonly links: { readonly self: string }
  }
  const begin = async (by: Asker, address: string, body: unknown): Promise<string> => {
    const parts = {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(Buffer.from(JSON.stringify(body)))
    }
    const reply = await by.send('POST', address, parts)
    expect(reply.status, text(reply)).toBe(202)
    const self = new URL((JSON.parse(text(reply)) as Begun).links.self).pathname
    await eventually(async () => json<{ state: string }>(await by.send('GET', self)).state === 'stopped')
    return self
  }

  it('P7 U1 of somebody else is neither listed nor shown to who may not read all of the site', async () => {
    const jobs = [
      await begin(root, `/publish/status${site}/main/*`, { paths: ['/*'], select: ['edit', 'live'] }),
      await begin(root, `/publish/live${site}/main/*`, { paths: ['/shut/quokka-page', '/open/a'] }),
      await begin(root, `/publish/index${site}/main/*`, { paths: ['/*'] })
    ]
    for (const by of [reader, writer]) {
      for (const self of jobs)
        for (const address of [self, `${self}/details`]) {
          const reply = await by.send('GET', address)
          const name = self.split('/').at(-1) ?? ''
          const never = await by.send('GET', address.replace(name, 'job-never'))
          expect(reply.status).toBe(404)
          expect(plain(reply, name)).toEqual(plain(never, 'job-never'))
        }
      for (const topic of ['status', 'publish', 'index', 'preview'])
        expect(
          json<{ jobs: unknown[] }>(await by.send('GET', `/publish/job${site}/main/${topic}`)).jobs
        ).toEqual([])
      expect((await by.send('DELETE', jobs[0] ?? '')).status).toBe(404)
    }
  })

  it('P6 U2 a status job tells nothing of a path that may not be read, named or below a folder', async () => {
    const paths = [
      '/shut/quokka-page',
      '/shut/none',
      '/shut/*',
      '/open/*',
      '/*',
      '/shut/quokka.json',
      '/a.quokka'
    ]
    for (const pathsOnly of [true, false]) {
      const body = { paths, select: ['edit', 'preview', 'live'], pathsOnly }
      const self = await begin(reader, `/publish/status${site}/main/*`, body)
      const details = JSON.parse(text(await reader.send('GET', `${self}/details`))) as {
        progress: { total: number }
        data: { resources: Record<string, (string | { path: string })[]> }
      }
      for (const [state, items] of Object.entries(details.data.resources))
        expect(
          items.map((item) => (typeof item === 'string' ? item : item.path)),
          state
        ).toEqual(['/open/a'])
      expect(details.progress.total).toBe(3)
    }
  })

  it('P6 U1 a bulk job refuses what is there and what is not alike', async () => {
    const answers: unknown[] = []
    for (const path of [
      '/shut/quokka-page',
      '/shut/missing-one',
      '/shut/quokka.json',
      '/shut/missing.json'
    ]) {
      const self = await begin(writer, `/publish/live${site}/main/*`, { paths: [path] })
      const details = JSON.parse(text(await writer.send('GET', `${self}/details`))) as {
        progress: unknown
        data: { resources: { status: number; error: string; resourcePath: string }[] }
      }
      const [resource] = details.data.resources
      answers.push([
        details.progress,
        resource?.status,
        resource?.error,
        resource?.resourcePath.split('.').length
      ])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[2]).toEqual(answers[3])
  })
})

describe('an import', () => {
  it('P7 IM8 of somebody else is neither listed nor shown to who may not read all of where it goes', async () => {
    const parts = {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(
        Buffer.from(JSON.stringify({ source: { kind: 'published', environment: 'live' } }))
      )
    }
    const reply = await root.send('POST', `/import${site}`, parts)
    expect(reply.status, text(reply)).toBe(202)
    const { name } = JSON.parse(text(reply)) as { name: string }
    await eventually(async () =>
      told(await root.send('GET', `/import${site}/${name}/items`)).includes('quokka-page')
    )
    for (const rest of ['', '/items', '/report.csv']) {
      const answer = await writer.send('GET', `/import${site}/${name}${rest}`)
      const never = await writer.send('GET', `/import${site}/import-never${rest}`)
      expect(answer.status, rest).toBe(404)
      expect(plain(answer, name), rest).toEqual(plain(never, 'import-never'))
    }
    for (const address of [`/import${site}`, '/import'])
      expect(json<{ imports: unknown[] }>(await writer.send('GET', address)).imports, address).toEqual([])
  })
})

describe('the event stream', () => {
  it('P7 tells nothing of jobs and operations on what may not all be read, but one’s own', async () => {
    const streams = await Promise.all(
      [reader, writer].map(async (by) => {
        const request = new Request(`http://127.0.0.1/events`, {
          headers: { Authorization: `Bearer ${'token' in by ? String(by.token) : ''}` }
        })
        return http.service.fetch(request, 'anyone')
      })
    )
    const bulk = { paths: ['/shut/quokka-page', '/shut/quokka.json'], forceUpdate: true }
    const parts = {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(Buffer.from(JSON.stringify(bulk)))
    }
    await root.send('POST', `/publish/live${site}/main/*`, parts)
    await eventually(async () => {
      const jobs = json<{ jobs: { state: string }[] }>(
        await root.send('GET', `/publish/job${site}/main/publish`)
      ).jobs
      return jobs.every(({ state }) => state === 'stopped')
    })
    await root.send('POST', `/copy${site}/shut/quokka-page.html`, {
      ...form([{ name: 'destination', value: `${site}/shut/quokka-copy.html` }]),
      headers: { ...form([]).headers, 'X-Galley-Operation': 'quokka-operation' }
    })
    const own = {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(Buffer.from(JSON.stringify({ paths: ['/open/a'] })))
    }
    const begun = json202(await writer.send('POST', `/publish/preview${site}/main/*`, own))
    await writePage(root, `${site}/open/last.html`)
    const heard = await Promise.all(streams.map((stream) => heardUntil(stream, 'last.html')))
    for (const words of heard) expect(words).not.toMatch(MARK)
    expect(heard[0]).not.toContain('"progress"')
    expect(heard[1]).toContain(begun)
    for (const [, operation] of (heard[1] ?? '').matchAll(/"operation":"([^"]+)"/g))
      expect(operation).toBe(begun)
  })

  const json202 = (reply: Reply) => (JSON.parse(text(reply)) as { job: { name: string } }).job.name

  async function heardUntil({ body }: Response, word: string): Promise<string> {
    const stream = body?.getReader()
    let heard = ''
    while (!heard.includes(word)) {
      const part = await stream?.read()
      if (!part || part.done) throw new Error(`The stream ended before ${word}.`)
      heard += new TextDecoder().decode(part.value)
    }
    await stream?.cancel()
    return heard
  }
})

describe('every operation', () => {
  it('P6 P7 asked by who may read a part, and by who has a token of another site, shows no word of the rest', async () => {
    const others = await Promise.all([
      makeToken(http.location, { kind: 'site', site: 'leak/other' }),
      makeToken(http.location, { kind: 'admin', site: 'leak/other' })
    ])
    const anonymous: Record<string, string>[] = [
      {},
      { Authorization: `token ${others[0]}` },
      { 'X-Auth-Token': others[1] ?? '' },
      { Authorization: `token ${others[1]}` },
      { Authorization: `Bearer ${others[0]}` }
    ]
    const targets = [
      '',
      '/shut',
      '/shut/quokka-page.html',
      '/shut/quokka-page',
      '/shut/',
      '/shut/quokka.json'
    ]
    const prefixes = [
      '/source',
      '/list',
      '/versionlist',
      '/versionsource',
      '/config',
      '/trash',
      '/app/access',
      '/app/configs',
      '/app/history',
      '/app/config-history',
      '/app/moment',
      '/import'
    ]
    const publish = ['preview', 'live', 'status', 'index', 'cache'].map((topic) => `/publish/${topic}`)
    const addresses = targets.flatMap((target) => [
      ...prefixes.flatMap((prefix) => [
        `${prefix}${site}${target}`,
        `${prefix}${site}${target}?from=1&limit=5&missing=empty`
      ]),
      ...publish.map((prefix) => `${prefix}${site}/main${target}`),
      `/publish/status${site}/main/*`,
      `/sites/live${site}${target}`,
      `/sites/preview${site}${target}?sheet=data&limit=1`,
      `/delivery/live${site}${target}?envelope=true`
    ])
    for (const address of new Set([
      ...addresses,
      '/list',
      '/list/leak',
      '/trash',
      '/app/workspace',
      '/app/moment-runs',
      '/sync'
    ])) {
      const asked = await Promise.all([
        ...[reader, writer].map((by) => by.send('GET', address)),
        ...anonymous.map((headers) => reading(address, headers))
      ])
      const own = address.match(/quokka[\w.-]*/g) ?? []
      for (const reply of asked) {
        const words = own.reduce((rest, word) => rest.replaceAll(word, ''), told(reply))
        expect(words.replaceAll('quokka-people', ''), address).not.toMatch(MARK)
        if (address.includes('/shut') && !/^\/(app|import)/.test(address))
          expect(reply.status, address).toBeGreaterThanOrEqual(300)
      }
    }
  })
})

/** An answer without the time, and without the name that was asked for. */
function plain(reply: Reply | undefined, name: string): unknown {
  if (!reply) return null
  const { date: _date, 'content-length': _length, ...headers } = reply.headers
  const without = (words: string) => words.replaceAll(name, '').replaceAll(encodeURIComponent(name), '')
  return [reply.status, without(JSON.stringify(headers)), without(text(reply))]
}
