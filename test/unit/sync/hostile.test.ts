import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { openAsk } from '../../../src/main/sync/ask'
import { openMemory } from '../../../src/main/sync/pair-memory'
import { runPair, type RunReport } from '../../../src/main/sync/run-pair'
import type { Pair } from '../../../src/main/sync/settings'
import { makeToken, openHttp } from '../../contract/over-http'
import { answerWithLogin, openBetween, type Mischief } from './between'
import { openWorkers } from '../../../src/main/workers'
import { sparseWorkspace } from '../../support/workspace'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const by = { email: 'a@example.com' }
const site = '/acme/site'
const write = (store: FolderStore, path: string, text: string) =>
  store.write(contentPath(path), new TextEncoder().encode(text), { by })
const read = async (store: FolderStore, path: string) => {
  const found = await store.read(contentPath(path))
  return found && new TextDecoder().decode(found.bytes)
}
const page = (...blocks: readonly string[]) =>
  `<body><header></header><main><div>${blocks.join('')}</div></main></body>`
const did = ({ deeds }: RunReport) => deeds.map((deed) => `${deed.did} ${deed.path}`).sort()

/** The network asks somebody to sign in once more, as soon as something of this kind is asked for. */
function loginAfter(kind: string): Mischief {
  let isCut = false
  return {
    before({ path }, response) {
      isCut ||= path.startsWith(kind)
      return isCut && answerWithLogin(response)
    }
  }
}

/** A machine, a Galley, and something between the two. */
async function world(changes: Partial<Pair> = {}) {
  const server = await openHttp()
  open.push(() => server.close())
  const between = await openBetween(server.server.origin)
  open.push(() => between.close())
  const folder = await sparseWorkspace()
  const store = await openStore({ folder, watch: false })
  open.push(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const token = await makeToken(server.location)
  const pair: Pair = {
    id: 'p1',
    remoteId: 'r1',
    local: site,
    remote: site,
    serviceFolder: 'galley',
    lowerCase: false,
    firstSync: 'ask',
    paused: false,
    ...changes
  }
  const sync = (signal?: AbortSignal): Promise<RunReport> =>
    runPair({
      workers: openWorkers({ program: null }),
      store,
      pair,
      ask: openAsk({
        base: between.origin,
        token: () => Promise.resolve(token),
        wait: () => Promise.resolve(),
        ...(signal && { signal })
      }),
      by: () => by,
      serviceFolder: 'galley',
      approved: new Set(),
      between: 1,
      ...(signal && { signal })
    })
  return { server: server.store, between, store, folder, sync }
}

it('Y4 a gateway that weakens ETags does not keep changes and deletions from being sent', async () => {
  const { server, between, store, sync } = await world()
  between.meddle({
    after: (_, { headers }) => {
      if (typeof headers.etag === 'string') headers.etag = `W/${headers.etag}`
    }
  })
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  await write(server, `${site}/b.html`, page('<p>b</p>'))
  await sync()
  await write(store, `${site}/a.html`, page('<p>mine</p>'))
  await store.remove(contentPath(`${site}/b.html`), { by })
  expect(did(await sync())).toEqual(['deleted-there /b.html', 'pushed /a.html'])
  expect(await read(server, `${site}/a.html`)).toBe(page('<p>mine</p>'))
  expect(await read(server, `${site}/b.html`)).toBeNull()
  expect(await sync()).toMatchObject({ deeds: [], failures: [] })
})

it('Y5 what a network’s page of its own took, 200 and all, was not sent: it stays, and is sent later', async () => {
  const { server, between, store, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  await sync()
  await write(store, `${site}/a.html`, page('<p>mine</p>'))
  between.meddle({
    before: ({ method }, response) => method === 'POST' && answerWithLogin(response)
  })
  await sync()
  expect(await read(store, `${site}/a.html`)).toBe(page('<p>mine</p>'))
  between.meddle({})
  await sync()
  for (const one of [server, store]) expect(await read(one, `${site}/a.html`)).toBe(page('<p>mine</p>'))
})

it('Y5 a server that says yes and keeps nothing is not believed', async () => {
  const { server, between, store, sync } = await world()
  await write(server, `${site}/a.json`, '{"a":1}')
  await sync()
  await write(store, `${site}/a.json`, '{"a":2}')
  await write(store, `${site}/b.json`, '{"b":1}')
  between.meddle({
    before: ({ method }, response) => {
      if (method !== 'POST') return false
      response.writeHead(204)
      response.end()
      return true
    }
  })
  const report = await sync()
  expect(report.deeds).toEqual([])
  expect(report.failures.map(({ path }) => path).sort()).toEqual(['/a.json', '/b.json'])
  expect(await read(store, `${site}/a.json`)).toBe('{"a":2}')
  between.meddle({})
  expect(did(await sync())).toEqual(['pushed /a.json', 'pushed /b.json'])
  expect(await read(server, `${site}/a.json`)).toBe('{"a":2}')
})

it('Y4 a page of the network is never taken for a document, a picture or a config', async () => {
  const { server, between, store, sync } = await world()
  const config = '{":type":"sheet",":sheetname":"data","total":0,"data":[]}'
  const files = { '/a.html': page('<p>a</p>'), '/b.json': '{"b":1}', '/c.png': 'png' }
  for (const [path, text] of Object.entries(files)) await write(server, site + path, text)
  await write(server, '/.config/acme/site.json', config)
  await sync()
  for (const [path, text] of Object.entries(files)) await write(server, site + path, `${text} `)
  between.meddle(loginAfter('/source'))
  await sync()
  for (const [path, text] of Object.entries(files)) expect(await read(store, site + path)).toBe(text)
  between.meddle(loginAfter('/config'))
  expect(did(await sync())).toEqual(['pulled /a.html', 'pulled /b.json', 'pulled /c.png'])
  expect(await read(store, '/.config/acme/site.json')).toBe(config)
  between.meddle({})
  expect(await sync()).toMatchObject({ deeds: [], failures: [] })
})

it('Y4 a new page, too, is not taken from a network that answers instead of the server', async () => {
  const { server, between, store, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  between.meddle(loginAfter('/source'))
  await sync()
  expect(await read(store, `${site}/a.html`)).toBeNull()
  between.meddle({})
  await sync()
  expect(await read(store, `${site}/a.html`)).toBe(page('<p>a</p>'))
})

it('Y4 a content that came shortened, with its ETag and no word of its length, is not taken', async () => {
  const { server, between, store, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>', '<p>b</p>'))
  between.meddle({
    after: ({ method, path }, answer) => {
      if (method !== 'GET' || !path.startsWith('/source')) return
      answer.body = answer.body.subarray(0, 40)
      delete answer.headers['content-length']
    }
  })
  await sync()
  expect(await read(store, `${site}/a.html`)).toBeNull()
  between.meddle({})
  await sync()
  expect(await read(store, `${site}/a.html`)).toBe(page('<p>a</p>', '<p>b</p>'))
})

it('Y5 one file whose body always breaks off keeps no other from being synced', async () => {
  const { server, between, store, sync } = await world()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    await write(server, `${site}/${name}.html`, page(`<p>${name}</p>`))
  between.meddle({
    before: ({ method, path }, response) => {
      if (method !== 'GET' || !path.endsWith('/a.html')) return false
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 1000 })
      response.write('<body>')
      setTimeout(() => response.destroy(), 10)
      return true
    }
  })
  const report = await sync()
  expect(report.failures.map(({ path }) => path)).toEqual(['/a.html'])
  expect(did(report)).toHaveLength(7)
  expect(await read(store, `${site}/a.html`)).toBeNull()
})

it('Y18 a line that is cut in the middle of an answer is a server that does not answer', async () => {
  const { server, between, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  let isCut = false
  between.meddle({
    before: ({ path }, response) => {
      if (!path.endsWith('/a.html') && !isCut) return false
      if (!isCut) {
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 1000 })
        response.write('<body>')
      }
      setTimeout(() => response.destroy(), isCut ? 0 : 10)
      isCut = true
      return true
    }
  })
  expect((await sync()).failures).toMatchObject([{ reason: 'unreachable' }])
})

it('Y4 what was sent to a server whose lists tell no ETag is not asked for again in each pass', async () => {
  const { between, store, sync } = await world()
  between.meddle({
    after: ({ path }, answer) => {
      if (!path.startsWith('/list') || answer.status !== 200) return
      const items: unknown = JSON.parse(answer.body.toString())
      if (!Array.isArray(items)) return
      const told = items.map(({ path, name, ext, lastModified }) => ({
        path,
        name,
        ext,
        lastModified: lastModified - 60_000
      }))
      answer.body = Buffer.from(JSON.stringify(told))
      delete answer.headers['content-length']
    }
  })
  for (const name of ['a', 'b', 'c']) await write(store, `${site}/${name}.html`, page(`<p>${name}</p>`))
  await sync()
  await sync()
  between.asked.length = 0
  expect(await sync()).toMatchObject({ deeds: [], failures: [] })
  expect(between.asked.filter((one) => one.includes('/source/'))).toEqual([])
})

it('Y17 a film that cannot be put in place is not left lying about', async () => {
  const { server, store, folder, sync } = await world()
  await server.write(contentPath(`${site}/film.mp4`), new Uint8Array(9 * 1024 * 1024), { by })
  await store.createFolder(contentPath(`${site}/film.mp4`), { by })
  expect((await sync()).failures).toMatchObject([{ path: '/film.mp4', reason: 'is-folder' }])
  expect(await readdir(join(folder, '.galley', 'staging'))).toEqual([])
})

it('Y18 a run can be stopped while an answer hangs in its middle', async () => {
  const { server, between, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  const stop = new AbortController()
  between.meddle({
    before: ({ path }, response) => {
      if (!path.endsWith('/a.html')) return false
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 1000 })
      response.write('<body>')
      setTimeout(() => stop.abort(), 50)
      return true
    }
  })
  expect((await sync(stop.signal)).failures).toMatchObject([{ reason: 'cancelled' }])
})

it('Y3 a folder that went away here deletes nothing on the server', async () => {
  const { server, store, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  await write(server, `${site}/news/b.html`, page('<p>b</p>'))
  await sync()
  await store.move(contentPath(site), contentPath('/acme/other'), { by })
  const report = await sync()
  expect(report).toMatchObject({ deeds: [], held: { remote: [] } })
  expect(report.failures).toHaveLength(1)
  expect(await read(server, `${site}/a.html`)).toBe(page('<p>a</p>'))
  await store.move(contentPath('/acme/other'), contentPath(site), { by })
  expect(await sync()).toMatchObject({ deeds: [], failures: [] })
})

it('Y2 the last schema, deleted there, is deleted here', async () => {
  const { server, store, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  await write(server, `${site}/.galley/forms/schemas/place.html`, '<pre><code>{}</code></pre>')
  await sync()
  await server.remove(contentPath(`${site}/.galley`), { by })
  const report = await sync()
  expect(report.failures).toEqual([])
  expect(await read(store, `${site}/.galley/forms/schemas/place.html`)).toBeNull()
  expect((await openMemory(store, 'p1')).files.files.size).toBe(1)
})

it('N5 Y8 a server that writes accents as two characters has the same files', async () => {
  const place = '/acme/café'
  const { server, between, store, sync } = await world({ local: place, remote: place })
  await write(server, `${place}/é/tâche.html`, page('<p>a</p>'))
  between.meddle({
    after: ({ path }, answer) => {
      if (!path.startsWith('/list')) return
      answer.body = Buffer.from(answer.body.toString().normalize('NFD'))
      delete answer.headers['content-length']
    }
  })
  expect(did(await sync())).toEqual(['pulled /é/tâche.html'])
  expect(await read(store, `${place}/é/tâche.html`)).toBe(page('<p>a</p>'))
  expect(await sync()).toMatchObject({ deeds: [], failures: [], clashes: [] })
})

it('Y4 a 304 to a question that named no ETag, and lists that repeat an item, do no harm', async () => {
  const { server, between, store, sync } = await world()
  await write(server, `${site}/a.html`, page('<p>a</p>'))
  between.meddle({
    after: ({ path }, answer) => {
      if (!path.startsWith('/list') || answer.status !== 200) return
      const items: unknown = JSON.parse(answer.body.toString())
      if (Array.isArray(items)) answer.body = Buffer.from(JSON.stringify([...items, ...items]))
      delete answer.headers['content-length']
    }
  })
  expect(await sync()).toMatchObject({ clashes: [], failures: [] })
  expect(await read(store, `${site}/a.html`)).toBe(page('<p>a</p>'))
})
