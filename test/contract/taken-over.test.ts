import { afterEach, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../src/common/api/client'
import { contentPath } from '../../src/common/content/paths'
import { createImportClient } from '../../src/common/api/client/importing'
import { createSyncClient } from '../../src/common/api/client/sync'
import type { MomentRun } from '../../src/common/moment/answers'
import { createService, type Service } from '../../src/main/service'
import { createLeases } from '../../src/main/store/core/leases'
import type { Store } from '../../src/main/store/types'
import { openSyncing, type Syncing } from '../../src/main/sync'
import { openSettings } from '../../src/main/settings'
import { trusted } from '../../src/main/trust/workspace-trust'
import { openWorkers } from '../../src/main/workers'
import { openMemoryStore } from '../support/memory-store'
import { ada, bytes, until } from '../support/workspace'
import { makeToken, openHttp } from './over-http'

const p = contentPath
const page = (words: string) => `<body><main><p>${words}</p></main></body>`
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Two runs over one store, of which each takes the other for dead: what the first writes of content waits at a gate. */
function twoRuns() {
  const memory = openMemoryStore()
  const gate = { isShut: false, waiting: 0, open: () => {} }
  const opened = new Promise<void>((resolve) => (gate.open = resolve))
  const slow: Store = {
    ...memory,
    leases: createLeases('a run that lost its leases'),
    async write(...args) {
      if (gate.isShut) {
        gate.waiting += 1
        await opened
      }
      return memory.write(...args)
    }
  }
  closing.push(() => memory.close())
  return { store: slow, other: { ...memory, leases: createLeases('the run that came after') }, gate }
}

function serve(store: Store): { client: Client; service: Service; failures: unknown[] } {
  const failures: unknown[] = []
  const service = createService({
    store,
    appVersion: '0.0.0',
    syncs: false,
    importLimits: { atOnce: 1 },
    report: (error) => void failures.push(error)
  })
  closing.push(() => service.close())
  const fetchOwn = (url: string, init: RequestInit) => service.fetch(new Request(url, init), 'owner')
  return { client: createClient({ base: 'http://127.0.0.1', fetch: fetchOwn }), service, failures }
}

const importsOf = ({ service }: { readonly service: Service }) =>
  createImportClient({
    fetch: (url, init) => service.fetch(new Request(`http://127.0.0.1${url}`, init), 'owner')
  })

describe('work that another process has taken on', () => {
  it('M3 W7 a return that lost its lease writes nothing more, and its request says so', async () => {
    const { store, other, gate } = twoRuns()
    const one = serve(store)
    const two = serve(other)
    const site = p('/acme/site')
    const names = Array.from({ length: 12 }, (_, n) => p(`${site}/${n}.html`))
    for (const name of names) await one.client.write(name, page('before'))
    const moment = Date.now()
    await until(() => Date.now() > moment)
    for (const name of names) await one.client.write(name, page('after'))
    gate.isShut = true
    const lost = one.client.returnToMoment(site, { moment }).catch((error: unknown) => error)
    await until(() => gate.waiting > 0)
    const [cutOff] = await two.client.momentRuns(site)
    expect(cutOff?.state).toBe('interrupted')
    const done = await two.client.momentRun(cutOff?.id ?? '', 'resume')
    expect(done).toMatchObject({ state: 'done', done: 12 })
    // whoever still worked on it would bring this back once more
    await two.client.write(names[11] ?? site, page('since'))
    gate.open()
    expect(await lost).toMatchObject({ reason: 'in-use' })
    expect(await two.client.momentRuns(site)).toEqual([done])
    expect((await two.client.read(names[11] ?? site)).text).toBe(page('since'))
  })

  it('M3 a return that ends while it is looked at is not told as cut off', async () => {
    const memory = openMemoryStore()
    closing.push(() => memory.close())
    let look: (() => Promise<unknown>) | null = null
    const { client } = serve({
      ...memory,
      leases: {
        ...memory.leases,
        async isHeld(work) {
          await look?.()
          return memory.leases.isHeld(work)
        }
      },
      async write(...args) {
        if (args[2].keepAs !== undefined) await begun
        return memory.write(...args)
      }
    })
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const site = p('/acme/site')
    await client.write(p(`${site}/a.html`), page('before'))
    const moment = Date.now()
    await until(() => Date.now() > moment)
    await client.write(p(`${site}/a.html`), page('after'))
    const returning = client.returnToMoment(site, { moment })
    await until(async () => (await client.momentRuns(site)).length > 0)
    look = () => {
      look = null
      begin()
      return returning
    }
    const told: MomentRun[] = await client.momentRuns(site)
    expect(told.map(({ state }) => state)).toEqual(['done'])
  })

  it('IM7 W7 an import that lost its lease writes nothing more, and says so', async () => {
    const { store, other, gate } = twoRuns()
    // more than are written at a time
    const names = Array.from({ length: 24 }, (_, n) => String.fromCharCode(97 + n))
    for (const name of names) await other.write(p(`/acme/from/${name}.html`), bytes(page(name)), { by: ada })
    const one = serve(store)
    const ask = (path: string, body: unknown) =>
      one.service.fetch(
        new Request(`http://127.0.0.1${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' }
        }),
        'owner'
      )
    const job = (await (await ask('/publish/live/acme/from/main/*', { paths: ['/*'] })).json()) as {
      job: { name: string }
    }
    await until(async () => (await other.published.list('live', p('/acme/from'))).length === names.length)
    expect(job.job.name).toMatch(/^job-/)
    const site = p('/acme/to')
    const imports = importsOf(one)
    const { name } = await imports.start(site, {
      source: { kind: 'published', environment: 'live', site: '/acme/from' }
    })
    const reached = (wanted: string) => until(async () => (await imports.read(site, name)).state === wanted)
    await reached('listed')
    await imports.act(site, name, 'check')
    await reached('checked')
    gate.isShut = true
    await imports.act(site, name, 'run')
    await until(() => gate.waiting > 0)
    const two = serve(other)
    const others = importsOf(two)
    await until(async () => (await others.read(site, name)).state === 'done')
    const record = await others.read(site, name)
    // whoever still worked on it would write this once more
    await two.client.remove(p('/acme/to/x.html'))
    gate.open()
    await until(() => one.failures.length > 0)
    expect(one.failures).toMatchObject([{ reason: 'in-use' }])
    await until(async () => (await imports.read(site, name)).state === 'done')
    expect(await others.read(site, name)).toEqual(record)
    await expect(two.client.head(p('/acme/to/x.html'))).rejects.toMatchObject({ reason: 'not-found' })
  })

  it('Y5 W7 a sync that lost its lease notes nothing more, says so, and knows afterwards what the other found', async () => {
    const server = await openHttp()
    closing.push(() => server.close())
    const { store, other, gate } = twoRuns()
    const token = await makeToken(server.location)
    const open = (over: Store): Syncing => {
      const syncing = openSyncing({
        workers: openWorkers({ program: null }),
        trust: trusted,
        store: over,
        by: () => ada,
        serviceFolder: () => Promise.resolve('galley'),
        report: () => undefined,
        byItself: false,
        token
      })
      closing.push(() => syncing.close())
      return syncing
    }
    const one = open(store)
    const two = open(other)
    const site = '/acme/site'
    const remote = await one.remotes.add({ name: 'Team', base: server.server.origin, token: null })
    const id = await one.addPair({ remoteId: remote.id, local: site, remote: site })
    for (const name of ['a', 'b'])
      await server.store.write(p(`${site}/${name}.json`), bytes(`{"${name}":1}`), { by: ada })
    gate.isShut = true
    const lost = one.run(id)
    await until(() => gate.waiting > 0)
    expect((await two.run(id)).deeds).toMatchObject([{ did: 'pulled' }, { did: 'pulled' }])
    const known = async () => JSON.stringify(await (await other.sync.log(id)).entries())
    const before = await known()
    gate.isShut = false
    gate.open()
    const report = await lost
    expect(report.deeds).toEqual([])
    expect(report.failures.map(({ reason }) => reason)).toContain('in-use')
    expect(await known()).toBe(before)
    expect(await one.run(id)).toMatchObject({ deeds: [], failures: [] })
    expect(await known()).toBe(before)
  })

  it('Y11 W7 a token is not used for the owner whom another process has named since', async () => {
    const server = await openHttp()
    closing.push(() => server.close())
    const { store, other } = twoRuns()
    const { service } = serve(store)
    const sync = createSyncClient({
      fetch: (url, init) => service.fetch(new Request(`http://127.0.0.1${url}`, init), 'owner')
    })
    const site = '/acme/site'
    const token = await makeToken(server.location)
    await server.store.write(p(`${site}/a.json`), bytes('{"a":1}'), { by: ada })
    const { id: remoteId } = await sync.addRemote({ name: 'Team', base: server.server.origin, token })
    const { id } = await sync.addPair({ remoteId, local: site, remote: site })
    const last = async () => {
      const [pair] = (await sync.overview()).pairs
      return pair && pair.status.state !== 'running' ? pair.status.last : null
    }
    await sync.run(id)
    const first = await until(last)
    expect(first).toMatchObject({ counts: { pulled: 1 }, failures: [] })
    await openSettings(other).update((found) => ({ ...found, owner: { email: 'new@localhost' } }))
    await sync.run(id)
    const next = await until(async () => {
      const found = await last()
      return found && found.startedAt !== first.startedAt ? found : null
    })
    expect(next).toMatchObject({ counts: {}, failures: [{ path: '/', reason: 'unauthenticated' }] })
  })
})
