import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultTreeAdapter } from 'parse5'
import { bounds } from '../../src/common/bounds'
import { contentPath } from '../../src/common/content/paths'
import { mergeFiles } from '../../src/common/formats'
import { openStore } from '../../src/main/store'
import { nodeFs } from '../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../src/main/store/types'
import { openSyncing } from '../../src/main/sync'
import { openMerging } from '../../src/main/sync/merging'
import { trusted } from '../../src/main/trust/workspace-trust'
import { openWorkers, type Workers } from '../../src/main/workers'
import { makeToken, openHttp } from '../contract/over-http'
import { bundleProgram } from '../support/bundle'

/** What a server sends, merged with what is here: it holds nobody up, and ends no sync. */

/** Every page that is parsed begins with a document. */
const parsedPages = () => vi.spyOn(defaultTreeAdapter, 'createDocument')

let program = ''
beforeAll(async () => {
  program = await bundleProgram('src/main/workers/program.ts')
})

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

function workersInThreads(): Workers {
  const workers = openWorkers({ program })
  open.push(() => workers.close())
  return workers
}

/** Merges with a limit that nothing keeps to. */
const endedAtOnce = (workers: Workers): Workers => ({
  ...workers,
  run: (kind, how, input) => workers.run(kind, kind === 'merge' ? { ...how, limit: 1 } : how, input)
})

const mergingIn = (workers: Workers) =>
  openMerging({ workers, tenant: '/acme/site', schemaFor: () => Promise.resolve(null) })

const bytes = (text: string) => new TextEncoder().encode(text)

interface Texts {
  readonly ext: string
  readonly base: string
  readonly local: string
  readonly remote: string
}

const filesOf = ({ ext, base, local, remote }: Texts) => ({
  ext,
  base: bytes(base),
  local: bytes(local),
  remote: bytes(remote)
})

const keys = (count: number, value: string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value])))
const nested = (levels: number, value: string) => '['.repeat(levels) + value + ']'.repeat(levels)
const openTags = (count: number, end: string) =>
  `<body><main><div>${Array.from({ length: count }, (_, at) => `<p><b a${at}>`).join('')}${end}</div></main></body>`
const config = (text: string) =>
  JSON.stringify({
    ':type': 'sheet',
    ':sheetname': 'data',
    total: 2,
    data: [
      { key: 'a', value: text },
      { key: 'b', value: 'x'.repeat(100_000) }
    ]
  })

const hostile: readonly (readonly [string, Texts])[] = [
  [
    'JSON of 60,000 members',
    { ext: 'json', base: keys(60_000, 'a'), local: keys(60_000, 'b'), remote: keys(60_000, 'c') }
  ],
  [
    'JSON nested as deep as may be',
    {
      ext: 'json',
      base: nested(bounds.json.depth, '1'),
      local: nested(bounds.json.depth, '2'),
      remote: nested(bounds.json.depth, '3')
    }
  ],
  [
    'JSON nested deeper',
    {
      ext: 'json',
      base: nested(bounds.json.depth + 1, '1'),
      local: nested(bounds.json.depth + 1, '2'),
      remote: nested(bounds.json.depth + 1, '3')
    }
  ],
  [
    'a page of formatting that is never closed',
    { ext: 'html', base: openTags(2000, 'a'), local: openTags(2000, 'b'), remote: openTags(2000, 'c') }
  ],
  [
    'a string of 8 MB',
    {
      ext: 'json',
      base: JSON.stringify(['a'.repeat(8_000_000)]),
      local: JSON.stringify(['b'.repeat(8_000_000)]),
      remote: JSON.stringify(['c'.repeat(8_000_000)])
    }
  ]
]

describe('a merge', () => {
  it.each(hostile)('Y9 X6 of %s is done beside the thread that serves, and asks', async (_, texts) => {
    const merge = mergingIn(workersInThreads())
    // the first one waits for its worker to begin
    await merge(filesOf({ ext: 'txt', base: 'a', local: 'b', remote: 'c' }))
    const here = [vi.spyOn(JSON, 'parse'), parsedPages()]
    const files = filesOf(texts)
    const merged = await merge(files)
    expect(here.map((spy) => spy.mock.calls.length)).toEqual([0, 0])
    for (const spy of here) spy.mockRestore()
    expect(merged.open).toBeGreaterThan(0)
    expect(Buffer.from(merged.bytes).equals(mergeFiles(files).bytes)).toBe(true)
    // whose bytes they are, keeps them
    expect(Buffer.from(files.remote).equals(bytes(texts.remote))).toBe(true)
  })

  it('X6 others have turns while it goes on', async () => {
    const [[, texts] = ['', { ext: '', base: '', local: '', remote: '' }]] = hostile
    let turns = 0
    let goesOn = true
    const turn = () => {
      turns += 1
      if (goesOn) setImmediate(turn)
    }
    const merge = mergingIn(workersInThreads())
    await merge(filesOf({ ext: 'txt', base: 'a', local: 'b', remote: 'c' }))
    turn()
    await merge(filesOf(texts))
    goesOn = false
    expect(turns).toBeGreaterThan(50)
  })

  it.each([
    ['nested too deep', hostile[2]?.[1], 'at most 500 levels'],
    ['with more conflicts than anybody decides', hostile[0]?.[1], 'at most 10,000 conflicts'],
    ['with conflicts of more characters than are shown', hostile[4]?.[1], 'characters in conflicts']
  ])('MG7 X5 %s is one conflict as a whole, and says why', async (_, texts, why) => {
    if (!texts) throw new Error('there is no such text')
    const merged = await mergingIn(openWorkers({ program: null }))(filesOf(texts))
    expect(merged).toMatchObject({ kind: 'whole', open: 1, beyond: expect.stringContaining(why) })
  })

  it('MG6 X6 leaves what was read from files its owner’s', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-merge-'))
    open.push(() => rm(folder, { recursive: true }))
    const read = async (name: string) => {
      await writeFile(join(folder, name), JSON.stringify({ from: name }))
      return nodeFs.readFile(join(folder, name))
    }
    const files = { base: await read('base'), local: await read('local'), remote: await read('remote') }
    await mergingIn(workersInThreads())({ ext: 'json', ...files })
    for (const [name, content] of Object.entries(files))
      expect(Buffer.from(content).toString()).toBe(JSON.stringify({ from: name }))
  })

  it('MG7 X6 that takes too long is one conflict as a whole, and says why', async () => {
    const [, texts] = hostile[0] ?? []
    if (!texts) throw new Error('there is no such text')
    const merged = await mergingIn(endedAtOnce(workersInThreads()))(filesOf(texts))
    expect(merged).toMatchObject({ kind: 'whole', open: 1, beyond: expect.stringContaining('longer than') })
    expect(Buffer.from(merged.bytes).equals(bytes(texts.local))).toBe(true)
  })

  it('X5 reads each of its texts once, and its result once', () => {
    const all = ['base', 'local', 'remote'] as const
    const page = (one: string) => `<body><main><div><p>${one}</p><p>same</p></div></main></body>`
    const pages = filesOf({ ext: 'html', base: page('a'), local: page('b'), remote: page('c') })
    const parsed = parsedPages()
    mergeFiles(pages, { schemaOf: () => null })
    expect(parsed).toHaveBeenCalled()
    expect(parsed.mock.calls.length).toBeLessThanOrEqual(4)
    parsed.mockRestore()
    const parse = vi.spyOn(JSON, 'parse')
    const texts = { ext: 'json', base: config('a'), local: config('b'), remote: config('c') }
    mergeFiles(filesOf(texts), { isConfig: true })
    for (const side of all)
      expect(parse.mock.calls.filter(([text]) => text === texts[side]).length, side).toBe(1)
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000).length).toBeLessThanOrEqual(4)
    parse.mockRestore()
  })
})

const by = { email: 'a@example.com' }
const path = contentPath('/acme/site/a.json')
const write = (store: FolderStore, text: string) => store.write(path, bytes(text), { by })
const read = async (store: FolderStore) => new TextDecoder().decode((await store.read(path))?.bytes)

async function paired(workers: Workers) {
  const server = await openHttp()
  open.push(() => server.close())
  const folder = await mkdtemp(join(tmpdir(), 'galley-sync-'))
  const store = await openStore({ folder, watch: false })
  const syncing = openSyncing({
    workers,
    trust: trusted,
    store,
    by: () => by,
    serviceFolder: () => Promise.resolve('galley'),
    report: (error) => expect.fail(String(error)),
    byItself: false,
    token: await makeToken(server.location)
  })
  open.push(async () => {
    await syncing.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { id: remoteId } = await syncing.remotes.add({
    name: 'Team',
    base: server.server.origin,
    token: null
  })
  const id = await syncing.addPair({ remoteId, local: '/acme/site', remote: '/acme/site' })
  return { server, store, syncing, id }
}

describe('a sync with what cannot be merged in time', () => {
  it('Y9 MG7 keeps both sides, says why, merges nothing again, and people decide', async () => {
    const merges: string[] = []
    const workers = endedAtOnce(workersInThreads())
    const counting: Workers = {
      ...workers,
      run: (kind, how, input) => {
        if (kind === 'merge') merges.push(how.tenant)
        return workers.run(kind, how, input)
      }
    }
    const { server, store, syncing, id } = await paired(counting)
    await write(store, keys(1000, 'a'))
    await syncing.run(id)
    await write(store, keys(1000, 'b'))
    await write(server.store, keys(1000, 'c'))
    const { deeds, failures } = await syncing.run(id)
    expect([deeds, failures]).toMatchObject([[{ path: '/a.json', did: 'conflict' }], []])
    await syncing.run(id)
    const shown = await syncing.conflict(id, '/a.json', new Map())
    expect(shown).toMatchObject({
      kind: 'whole',
      open: 1,
      beyond: expect.stringContaining('longer than'),
      local: keys(1000, 'b'),
      remote: keys(1000, 'c')
    })
    expect(merges).toEqual(['/acme/site'])
    const decision = { choices: new Map([['#file', 'remote']] as const), state: shown.state, keepBoth: false }
    await syncing.decide(id, '/a.json', decision)
    expect(await read(store)).toBe(keys(1000, 'c'))
    expect((await syncing.run(id)).failures).toEqual([])
    expect(await syncing.conflicts(id)).toEqual([])
  })

  it('Y9 X6 answers others while it merges, and a merge that is given up is tried again', async () => {
    const workers = workersInThreads()
    let isMerging = () => {}
    let mayEnd = () => {}
    const begun = new Promise<void>((resolve) => (isMerging = resolve))
    const held = new Promise<void>((resolve) => (mayEnd = resolve))
    let refuses = true
    const { server, store, syncing, id } = await paired({
      ...workers,
      async run(kind, how, input) {
        const done = await workers.run(kind, how, input)
        if (kind !== 'merge') return done
        isMerging()
        await held
        return refuses ? workers.run(kind, { ...how, signal: AbortSignal.abort() }, input) : done
      }
    })
    await write(store, '{"a":1,"b":1}')
    await syncing.run(id)
    await write(store, '{"a":2,"b":1}')
    await write(server.store, '{"a":1,"b":2}')
    const running = syncing.run(id)
    await begun
    await store.write(contentPath('/acme/site/other.json'), bytes('{}'), { by })
    expect(await read(store)).toBe('{"a":2,"b":1}')
    mayEnd()
    expect((await running).failures).toMatchObject([{ path: '/a.json', reason: 'cancelled' }])
    refuses = false
    await syncing.run(id)
    expect([await read(store), await read(server.store)]).toEqual(['{"a":2,"b":2}', '{"a":2,"b":2}'])
    expect(await syncing.conflicts(id)).toEqual([])
  })
})
