import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { leavesOut } from '../../../src/common/sync/left-out'
import { openStore } from '../../../src/main/store'
import { openAsk } from '../../../src/main/sync/ask'
import { openMemory } from '../../../src/main/sync/pair-memory'
import { keepRefused } from '../../../src/main/sync/refused'
import { runPair } from '../../../src/main/sync/run-pair'
import type { Pair } from '../../../src/main/sync/settings'
import { survey } from '../../../src/main/sync/survey'
import { makeToken, openHttp } from '../../contract/over-http'
import { openWorkers } from '../../../src/main/workers'
import { sparseWorkspace } from '../../support/workspace'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const site = '/acme/site'
const by = { email: 'a@example.com' }

async function two() {
  const server = await openHttp()
  open.push(() => server.close())
  const folder = await sparseWorkspace()
  const store = await openStore({ folder, watch: false })
  open.push(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const token = await makeToken(server.location)
  const ask = openAsk({
    base: server.server.origin,
    token: () => Promise.resolve(token),
    wait: () => Promise.resolve()
  })
  const memory = await openMemory(store, 'p1')
  const sync = (changes: Partial<Pair> = {}) =>
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
        paused: false,
        ...changes
      },
      ask,
      memory,
      by: () => by,
      serviceFolder: 'galley',
      approved: new Set(),
      between: 1
    })
  const write = (where: typeof store, path: string, text = path) =>
    where.write(contentPath(site + path), new TextEncoder().encode(text), { by })
  const names = async (where: typeof store, folderPath = '') =>
    ((await where.list(contentPath(site + folderPath))) ?? []).map(({ name }) => name).sort()
  return { server: server.store, store, ask, memory, sync, write, names }
}

describe('what a pair leaves out', () => {
  it('Y33 is neither sent, nor received, nor deleted, whatever becomes of it', async () => {
    const { server, store, sync, write, names } = await two()
    for (const path of ['/index.html', '/old/a.html', '/pier.png']) await write(server, path)
    const leaveOut = { folders: ['/old'], media: true }
    expect((await sync({ leaveOut })).deeds).toMatchObject([{ path: '/index.html', did: 'pulled' }])
    expect(await names(store)).toEqual(['index.html'])
    await write(store, '/old/b.html')
    await write(store, '/quay.png')
    expect((await sync({ leaveOut })).deeds).toEqual([])
    expect(await names(server, '/old')).toEqual(['a.html'])

    // all of it once more, and then half of it again
    expect((await sync()).failures).toEqual([])
    expect(await names(store)).toEqual(await names(server))
    await store.remove(contentPath(`${site}/pier.png`), { by })
    await server.remove(contentPath(`${site}/old/a.html`), { by })
    expect((await sync({ leaveOut })).deeds).toEqual([])
    expect(await names(server)).toContain('pier.png')
    expect(await names(store, '/old')).toEqual(['a.html', 'b.html'])
  })

  it('Y33 is told by folder, in whatever letters, and by kind', () => {
    const isLeftOut = leavesOut({ folders: ['/Media'], media: false })
    expect(['/media/a.html', '/MEDIA', '/mediaroom.html', '/news/media.html'].map(isLeftOut)).toEqual([
      true,
      true,
      false,
      false
    ])
    const noMedia = leavesOut({ folders: [], media: true })
    expect(['/a.png', '/a.html', '/data/a.json', '/a.pdf', '/README'].map(noMedia)).toEqual([
      true,
      false,
      false,
      true,
      true
    ])
    expect(leavesOut(undefined)('/a.png')).toBe(false)
  })

  it('Y33 is counted before anything is paired, folder by folder', async () => {
    const { server, store, ask, write } = await two()
    await write(server, '/index.html', '12345')
    await write(server, '/old/a.html', '123')
    await write(server, '/old/deep/pier.png', '1234567')
    await write(store, '/index.html', '1')
    await write(store, '/mine/a.html', '12')
    const places = { remote: contentPath(site), local: contentPath(site) }
    expect(await survey(ask, store, places)).toEqual({
      remote: { files: 3, folders: 2, bytes: 15 },
      media: { files: 1, bytes: 7 },
      top: [
        { path: '', files: 1, bytes: 5, here: 1 },
        { path: '/mine', files: 0, bytes: 0, here: 1 },
        { path: '/old', files: 2, bytes: 10, here: 0 }
      ],
      local: { files: 2, bytes: 3 },
      both: 1,
      failures: []
    })
  })
})

describe('deletions that somebody has refused', () => {
  it('Y2 bring the files back on the side that had deleted them', async () => {
    const { server, store, sync, write, names, memory } = await two()
    const paths = Array.from({ length: 12 }, (_, at) => `/p${at}.html`)
    for (const path of paths) await write(store, path)
    await sync()
    for (const path of paths) await store.remove(contentPath(site + path), { by })
    const held = await sync()
    expect(held.held.remote).toHaveLength(12)
    await keepRefused(memory, held.held.remote)
    expect((await sync()).held.remote).toEqual([])
    expect(await names(store)).toEqual(await names(server))
    expect(await names(store)).toHaveLength(12)
  })
})
