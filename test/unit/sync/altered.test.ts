import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { openAsk } from '../../../src/main/sync/ask'
import { openMemory } from '../../../src/main/sync/pair-memory'
import { runPair, type PairRun, type RunReport } from '../../../src/main/sync/run-pair'
import { openWorkers } from '../../../src/main/workers'
import { makeToken, openHttp } from '../../contract/over-http'
import { openBetween, type Mischief } from './between'
import { openQuirkServer } from './quirk-server'
import { sparseWorkspace } from '../../support/workspace'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const by = { email: 'a@example.com' }
const site = '/acme/site'
const write = (store: FolderStore, path: string, text: string) =>
  store.write(contentPath(site + path), new TextEncoder().encode(text), { by })
const read = async (store: FolderStore, path: string) => {
  const found = await store.read(contentPath(site + path))
  return found && new TextDecoder().decode(found.bytes)
}
const did = ({ deeds }: RunReport) => deeds.map((deed) => `${deed.did} ${deed.path}`).sort()

/** A machine, and a gateway before a server. */
async function behindGateway(origin: string, token: string) {
  const between = await openBetween(origin)
  open.push(() => between.close())
  const folder = await sparseWorkspace()
  const store = await openStore({ folder, watch: false })
  open.push(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const sync = (more: Partial<PairRun> = {}): Promise<RunReport> =>
    runPair({
      workers: openWorkers({ program: null }),
      store,
      pair: {
        id: 'p1',
        remoteId: 'r1',
        local: site,
        remote: site,
        serviceFolder: 'galley',
        lowerCase: false,
        firstSync: 'ask',
        paused: false
      },
      ask: openAsk({
        base: between.origin,
        token: () => Promise.resolve(token),
        wait: () => Promise.resolve()
      }),
      by: () => by,
      serviceFolder: 'galley',
      approved: new Set(),
      between: 1,
      ...more
    })
  return { between, store, sync }
}

async function withGalley() {
  const server = await openHttp()
  open.push(() => server.close())
  return {
    server: server.store,
    ...(await behindGateway(server.server.origin, await makeToken(server.location)))
  }
}

async function withQuirks() {
  const server = await openQuirkServer()
  open.push(() => server.close())
  return { server, ...(await behindGateway(server.origin, 'secret')) }
}

const isSource = ({ path }: { readonly path: string }) => path.startsWith('/source/')
const spoilt = (body: Buffer) => Buffer.from(body.toString('latin1').replace('noon', 'n00n'), 'latin1')

/** Alters the first bodies of each file that are sent, or that come. */
function altering(way: 'sent' | 'comes', times: number): Mischief & { readonly count: () => number } {
  const seen = new Map<string, number>()
  let count = 0
  const isDue = (method: string, path: string) => {
    if (!path.startsWith('/source/') || method !== (way === 'sent' ? 'POST' : 'GET')) return false
    const before = seen.get(path) ?? 0
    seen.set(path, before + 1)
    if (before < times) count += 1
    return before < times
  }
  return {
    count: () => count,
    onward: ({ method, path }, body) => (way === 'sent' && isDue(method, path) ? spoilt(body) : body),
    after: ({ method, path }, answer) => {
      if (way === 'comes' && isDue(method, path)) answer.body = spoilt(answer.body)
    }
  }
}

const text = (name: string) => `${name}: we sail at noon.`

describe('before a Galley', () => {
  it('Y5 a body that a gateway alters once or twice on its way there is sent again until the server has it', async () => {
    const { server, between, store, sync } = await withGalley()
    for (const times of [1, 2]) {
      const gateway = altering('sent', times)
      between.meddle(gateway)
      for (const name of ['a.json', 'b.html', 'c.txt'])
        await write(store, `/${name}`, text(`${name} ${times}`))
      expect(await sync()).toMatchObject({ failures: [], conflicts: 0 })
      expect(gateway.count()).toBe(3 * times)
      for (const name of ['a.json', 'b.html', 'c.txt'])
        for (const one of [server, store]) expect(await read(one, `/${name}`)).toBe(text(`${name} ${times}`))
    }
  })

  it('Y5 a body that is always altered on its way there is told, never taken for synced, not sent for ever, and changes nothing here', async () => {
    const { server, between, store, sync } = await withGalley()
    await write(store, '/old.txt', 'old')
    await sync()
    await write(store, '/old.txt', text('old'))
    await write(store, '/new.txt', text('new'))
    between.meddle(altering('sent', 1000))
    const sends = () => between.asked.filter((one) => one.startsWith('POST /source/')).length
    for (let run = 1; run <= 5; run += 1) {
      between.asked.length = 0
      const { failures, deeds, conflicts } = await sync()
      expect(failures.map(({ path }) => path).sort()).toEqual(['/new.txt', '/old.txt'])
      expect(failures[0]?.message).toMatch(/changes this file/)
      expect({ deeds, conflicts }).toEqual({ deeds: [], conflicts: 0 })
      expect(sends()).toBe(run <= 3 ? 6 : 0)
      for (const name of ['old', 'new']) expect(await read(store, `/${name}.txt`)).toBe(text(name))
    }
    // a person tries one again, another is changed: both are sent, now that nothing alters them
    between.meddle({})
    await write(store, '/old.txt', text('old, again'))
    expect(did(await sync({ paths: ['/new.txt'] }))).toEqual(['pushed /new.txt'])
    expect(did(await sync())).toEqual(['pushed /old.txt'])
    expect(await read(server, '/old.txt')).toBe(text('old, again'))
    expect(await read(server, '/new.txt')).toBe(text('new'))
    expect(await sync()).toMatchObject({ deeds: [], failures: [] })
  })

  it('Y5 a gateway that alters each body both ways changes nothing here either, and nothing stays of it when it is gone', async () => {
    const { server, between, store, sync } = await withGalley()
    await write(store, '/a.txt', text('a'))
    const spoil = (body: Buffer) =>
      Buffer.from(body.toString('latin1').replace('sail', 'sail sail'), 'latin1')
    between.meddle({
      onward: (passing, body) => (isSource(passing) ? spoil(body) : body),
      after: (passing, answer) => {
        if (!isSource(passing) || passing.method !== 'GET') return
        answer.body = spoil(answer.body)
        delete answer.headers['content-length']
      }
    })
    for (let run = 1; run <= 2; run += 1)
      expect((await sync()).failures.map(({ path }) => path)).toContain('/a.txt')
    expect(await read(store, '/a.txt')).toBe(text('a'))
    between.meddle({})
    expect(did(await sync())).toEqual(['pushed /a.txt'])
    for (const one of [server, store]) expect(await read(one, '/a.txt')).toBe(text('a'))
  })

  it('Y4 a body that comes altered is asked for again; always altered, it is told, and nothing here is overwritten', async () => {
    const { server, between, store, sync } = await withGalley()
    for (const name of ['a', 'b']) await write(server, `/${name}.txt`, text(name))
    between.meddle(altering('comes', 2))
    expect(await sync()).toMatchObject({ failures: [], conflicts: 0 })
    for (const name of ['a', 'b']) {
      expect(await read(store, `/${name}.txt`)).toBe(text(name))
      await write(server, `/${name}.txt`, text(`${name} again`))
    }
    between.meddle(altering('comes', 1000))
    between.asked.length = 0
    const { failures, deeds } = await sync()
    expect([deeds, failures.map(({ path }) => path).sort()]).toEqual([[], ['/a.txt', '/b.txt']])
    expect(failures[0]?.message).toMatch(/changed on its way/)
    expect(between.asked.filter((one) => one.startsWith('GET /source/')).length).toBeLessThan(10)
    for (const name of ['a', 'b']) expect(await read(store, `/${name}.txt`)).toBe(text(name))
    between.meddle({})
    expect(did(await sync())).toEqual(['pulled /a.txt', 'pulled /b.txt'])
  })

  it('Y5 Y13 a config that is altered on its way, there or here, is told and not taken for synced', async () => {
    const { server, between, store, sync } = await withGalley()
    const place = contentPath('/.config/acme/site.json')
    const config = (value: string) =>
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data: [{ key: 'a', value }] })
    const put = (one: FolderStore, value: string) =>
      one.write(place, new TextEncoder().encode(config(value)), { by })
    const valueIn = async (one: FolderStore) => Buffer.from((await one.read(place))?.bytes ?? []).toString()
    await write(store, '/a.txt', 'a')
    await put(store, 'noon')
    const spoil = (way: 'sent' | 'comes'): Mischief => ({
      onward: ({ path }, body) => (way === 'sent' && path.startsWith('/config') ? spoilt(body) : body),
      after: ({ path, method }, answer) => {
        if (way === 'comes' && method === 'GET' && path.startsWith('/config'))
          answer.body = spoilt(answer.body)
      }
    })
    between.meddle(spoil('sent'))
    const sent = await sync()
    expect([sent.failures.map(({ path }) => path), sent.conflicts]).toEqual([['config /.json'], 0])
    expect(await valueIn(store)).toBe(config('noon'))
    between.meddle({})
    expect(did(await sync())).toEqual(['pushed config /.json'])
    expect(await valueIn(server)).toBe(config('noon'))
    await put(server, 'before noon')
    between.meddle(spoil('comes'))
    const came = await sync()
    expect(came.deeds).toEqual([])
    expect(came.failures).toHaveLength(1)
    expect(await valueIn(store)).toBe(config('noon'))
    between.meddle({})
    expect(did(await sync())).toEqual(['pulled config /.json'])
  })

  it('Y5 nothing is read back where the answer says the hash: a file that is sent costs one request', async () => {
    const { between, store, sync } = await withGalley()
    for (const name of ['a.json', 'b.html', 'c.png']) await write(store, `/${name}`, text(name))
    await sync()
    expect(between.asked.filter(isOfSource).sort()).toEqual(
      ['a.json', 'b.html', 'c.png'].map((name) => `POST /source${site}/${name}`)
    )
  })
})

const isOfSource = (asked: string) => asked.includes(' /source/')

describe('before a server with other habits', () => {
  it('Y5 what lies there after a write is read, and where it is something else, a person decides; both contents are kept', async () => {
    const { server, between, store, sync } = await withQuirks()
    server.put(`${site}/old.txt`, 'old')
    await sync()
    await write(store, '/old.txt', text('old'))
    await write(store, '/new.txt', text('new'))
    between.meddle(altering('sent', 1000))
    const report = await sync()
    expect([report.conflicts, did(report)]).toEqual([2, ['conflict /new.txt', 'conflict /old.txt']])
    for (const name of ['old', 'new']) {
      expect(await read(store, `/${name}.txt`)).toBe(text(name))
      const { conflict } = (await openMemory(store, 'p1')).files.files.get(`/${name}.txt`) ?? {}
      const theirs = await store.sync.content(conflict?.remote ?? '')
      expect(Buffer.from(theirs ?? []).toString()).toBe(text(name).replace('noon', 'n00n'))
      expect(conflict?.beyond).toMatch(/something on the way has changed the file/)
    }
    between.asked.length = 0
    expect(await sync()).toMatchObject({ deeds: [], conflicts: 2 })
    expect(between.asked.filter((one) => one.startsWith('POST /source/'))).toEqual([])
  })

  it('Y5 where nothing is altered, what was sent is in sync', async () => {
    const { server, store, sync } = await withQuirks()
    await write(store, '/a.txt', text('a'))
    expect(did(await sync())).toEqual(['pushed /a.txt'])
    expect(server.files.get(`${site}/a.txt`)?.bytes.toString()).toBe(text('a'))
    expect(await sync()).toMatchObject({ deeds: [], conflicts: 0 })
  })

  it('Y5 a server that tells another ETag of its own with each write is read back; what it altered is sent again', async () => {
    const { server, between, store, sync } = await withQuirks()
    const gateway = altering('sent', 1)
    between.meddle({
      ...gateway,
      after: ({ method, path }, answer) => {
        const file = server.files.get(path.replace(/^\/source/, ''))
        if (method === 'POST' && file) answer.headers['etag'] = `W/"${file.count}"`
      }
    })
    await write(store, '/a.txt', text('a'))
    expect(await sync()).toMatchObject({ failures: [], conflicts: 0 })
    expect(gateway.count()).toBe(1)
    expect(server.files.get(`${site}/a.txt`)?.bytes.toString()).toBe(text('a'))
  })
})
