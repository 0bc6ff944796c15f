import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { openSyncing, type Syncing } from '../../../src/main/sync'
import { trusted } from '../../../src/main/trust/workspace-trust'
import { makeToken, openHttp, type HttpWorkspace } from '../../contract/over-http'
import { until as heldWithin } from '../../support/workspace'
import { onNetworkChange } from '../../../src/main/sync/network'
import { openWorkers } from '../../../src/main/workers'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of open.splice(0).reverse()) await close()
})

/** A busy machine takes its time. */
const until = (condition: () => unknown) => heldWithin(condition, 90_000)

const by = { email: 'a@example.com' }
const p = contentPath
const site = '/acme/site'
const write = (store: FolderStore, path: string, text: string, session?: string) =>
  store.write(p(path), new TextEncoder().encode(text), { by, ...(session !== undefined && { session }) })
const read = async (store: FolderStore, path: string) => {
  const found = await store.read(p(path))
  return found && new TextDecoder().decode(found.bytes)
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'galley-sync-'))
  open.push(() => rm(made, { recursive: true, force: true }))
  return made
}

interface Paired {
  readonly store: FolderStore
  readonly syncing: Syncing
  readonly id: string
}

/** A workspace with a pair that runs by itself, at a quick pace. */
async function paired(server: HttpWorkspace, changes: { byItself?: boolean } = {}): Promise<Paired> {
  const store = await openStore({ folder: await folder(), watch: false })
  const syncing = openSyncing({
    workers: openWorkers({ program: null }),
    trust: trusted,
    store,
    by: () => by,
    serviceFolder: () => Promise.resolve('galley'),
    report: () => undefined,
    byItself: true,
    token: await makeToken(server.location),
    pace: { soon: 20, firstProbe: 20, longestProbe: 50 },
    ...changes
  })
  open.push(async () => {
    await syncing.close()
    await store.close()
  })
  const { id: remoteId } = await syncing.remotes.add({
    name: 'Team',
    base: server.server.origin,
    token: null
  })
  const id = await syncing.addPair({ remoteId, local: site, remote: site })
  return { store, syncing, id }
}

const statusOf = async ({ syncing, id }: Paired) =>
  (await syncing.overview()).pairs.find((pair) => pair.id === id)?.status
const countsOf = async ({ syncing, id }: Paired) =>
  (await syncing.files(id, { folder: null, limit: 100 })).counts
const rested = (one: Paired) =>
  until(async () => {
    const status = await statusOf(one)
    return status !== undefined && status.state !== 'running' && status.state !== 'waiting'
  })

it('Y18 what is saved is sent by itself, a config too, and what comes back from the trash; a paused pair waits until somebody says so', async () => {
  const server = await openHttp()
  open.push(() => server.close())
  const one = await paired(server)
  await write(one.store, `${site}/a.json`, '{"a":1}')
  await until(async () => (await read(server.store, `${site}/a.json`)) === '{"a":1}')
  const config = '{":type":"sheet",":sheetname":"data","total":0,"data":[]}'
  await write(one.store, '/.config/acme/site.json', config)
  await until(async () => (await read(server.store, '/.config/acme/site.json')) === config)
  await rested(one)
  await one.store.remove(p(`${site}/a.json`), { by })
  await until(async () => (await read(server.store, `${site}/a.json`)) === null)
  const [item] = await one.store.trash(p(site))
  await one.store.restoreFromTrash(p(site), item?.id ?? '', { by })
  await until(async () => (await read(server.store, `${site}/a.json`)) === '{"a":1}')
  await until(async () => (await countsOf(one))['synced'] === 2)
  await rested(one)
  await one.syncing.changePair(one.id, { paused: true })
  await write(one.store, `${site}/a.json`, '{"a":2}')
  expect(await countsOf(one)).toMatchObject({ 'to-send': 1 })
  expect((await statusOf(one))?.next).toBeNull()
  expect(await read(server.store, `${site}/a.json`)).toBe('{"a":1}')
  expect((await one.syncing.run(one.id)).deeds).toMatchObject([{ did: 'pushed', path: '/a.json' }])
  expect(await countsOf(one)).toEqual({ synced: 2 })
})

it('Y18 offline is said, writing goes on, and when the server answers again everything is sent by itself', async () => {
  const place = await folder()
  const first = await openHttp({}, {}, place)
  let server: HttpWorkspace | null = first
  open.push(async () => server?.close())
  const one = await paired(first)
  await write(one.store, `${site}/a.txt`, 'one')
  await until(async () => (await read(first.store, `${site}/a.txt`)) === 'one')
  const { port } = new URL(first.server.origin)
  const keep = await makeToken(first.location)
  expect(keep).not.toBe('')
  await first.server.close()
  await first.service.close()
  await first.store.close()
  server = null
  await write(one.store, `${site}/a.txt`, 'two')
  await until(async () => (await statusOf(one))?.state === 'offline')
  await write(one.store, `${site}/b.txt`, 'new')
  expect(await countsOf(one)).toMatchObject({ 'to-send': 2 })
  // none while it tries
  await until(async () => (await statusOf(one))?.next !== null)
  server = await openHttp({ port: Number(port) }, {}, place)
  await until(async () => (await countsOf(one))['synced'] === 2)
  await rested(one)
  expect((await statusOf(one))?.state).toBe('synced')
  expect(await read(server.store, `${site}/a.txt`)).toBe('two')
})

it('Y18 another address of this machine is noticed', async () => {
  let addresses = 'lo'
  let changes = 0
  const end = onNetworkChange(
    () => (changes += 1),
    () => addresses,
    5
  )
  addresses = 'lo wlan'
  await until(() => changes === 1)
  addresses = 'lo'
  await until(() => changes === 2)
  end()
})

it('Y10 a file into which a session saves waits, the others do not, and it goes by itself when it rests', async () => {
  const server = await openHttp()
  open.push(() => server.close())
  const one = await paired(server, { byItself: false })
  await write(one.store, `${site}/typed.json`, '{"a":1}', 'window-1')
  await write(one.store, `${site}/done.json`, '{"a":1}')
  const saved = (await one.store.stat(p(`${site}/typed.json`))) ?? expect.fail('it is not there')
  vi.useFakeTimers({ toFake: ['Date'], now: saved.kind === 'file' ? saved.lastModified + 1000 : 0 })
  const dry = await one.syncing.run(one.id, { dryRun: true })
  expect([dry.editing, dry.planned]).toEqual([1, [{ kind: 'push', path: '/done.json' }]])
  vi.useRealTimers()
  const report = await one.syncing.run(one.id)
  expect(report.deeds.map(({ path }) => path)).toEqual(['/done.json', '/typed.json'])
  expect(await read(server.store, `${site}/typed.json`)).toBe('{"a":1}')
})

it('Y15 a decision that was sent can be taken back: the conflict and the content are as before, decided anew they are sent again', async () => {
  const server = await openHttp()
  open.push(() => server.close())
  const one = await paired(server, { byItself: false })
  await write(one.store, `${site}/a.json`, '{"a":1,"b":1}')
  await one.syncing.run(one.id)
  await write(one.store, `${site}/a.json`, '{"a":2,"b":1}')
  await write(server.store, `${site}/a.json`, '{"a":3,"b":1}')
  await one.syncing.run(one.id)
  for (const [choice, result] of [
    ['remote', '{"a":3,"b":1}'],
    ['local', '{"a":2,"b":1}']
  ] as const) {
    const shown = await one.syncing.conflict(one.id, '/a.json', new Map())
    expect([shown.base, shown.local, shown.remote]).toEqual([
      '{"a":1,"b":1}',
      '{"a":2,"b":1}',
      '{"a":3,"b":1}'
    ])
    const choices = new Map([['/a', choice]] as const)
    await one.syncing.decide(one.id, '/a.json', { choices, state: shown.state, keepBoth: false })
    await one.syncing.run(one.id)
    expect(await read(server.store, `${site}/a.json`)).toBe(result)
    expect(await one.syncing.conflicts(one.id)).toEqual([])
    expect(await one.syncing.decisions(one.id)).toMatchObject([{ key: '/a.json' }])
    expect(await one.syncing.undo(one.id, '/a.json')).toEqual({ path: '/a.json', removed: null })
    expect(await read(one.store, `${site}/a.json`)).toBe('{"a":2,"b":1}')
    expect((await one.syncing.run(one.id)).deeds).toEqual([])
    expect(await one.syncing.conflicts(one.id)).toMatchObject([{ key: '/a.json' }])
    expect(await read(server.store, `${site}/a.json`)).toBe(result)
  }
  const { state } = await one.syncing.conflict(one.id, '/a.json', new Map())
  const both = await one.syncing.decide(one.id, '/a.json', { choices: new Map(), state, keepBoth: true })
  expect(await read(one.store, `${site}${both.beside ?? ''}`)).toBe('{"a":3,"b":1}')
  expect(await one.syncing.undo(one.id, '/a.json')).toEqual({ path: '/a.json', removed: both.beside })
  expect(await read(one.store, `${site}${both.beside ?? ''}`)).toBeNull()
})

it('Y5 a first sync that was stopped goes on where it was, also after a restart', async () => {
  const server = await openHttp()
  open.push(() => server.close())
  const names = Array.from({ length: 60 }, (_, at) => `${site}/f${at % 6}/p${at}.txt`)
  for (const name of names) await write(server.store, name, name)
  const place = await folder()
  const start = async (onChange: () => void) => {
    const store = await openStore({ folder: place, watch: false })
    const syncing = openSyncing({
      workers: openWorkers({ program: null }),
      trust: trusted,
      store,
      by: () => by,
      serviceFolder: () => Promise.resolve('galley'),
      report: () => undefined,
      byItself: false,
      token: await makeToken(server.location),
      onChange
    })
    return { store, syncing }
  }
  const first = await start(() => undefined)
  const { id: remoteId } = await first.syncing.remotes.add({
    name: 'Team',
    base: server.server.origin,
    token: null
  })
  const id = await first.syncing.addPair({ remoteId, local: site, remote: site })
  const unsubscribe = first.store.subscribe((event) => {
    if (event.type === 'file' && event.path.endsWith('/p20.txt')) void first.syncing.stop(id)
  })
  const cut = await first.syncing.run(id)
  unsubscribe()
  expect(cut.deeds.length).toBeGreaterThan(0)
  expect(cut.deeds.length).toBeLessThan(60)
  await first.syncing.close()
  await first.store.close()
  const second = await start(() => undefined)
  open.push(async () => {
    await second.syncing.close()
    await second.store.close()
  })
  const rest = await second.syncing.run(id)
  expect(cut.deeds.length + rest.deeds.length).toBe(60)
  expect(await second.syncing.files(id, { folder: null, limit: 10 })).toMatchObject({
    counts: { synced: 60 }
  })
})
