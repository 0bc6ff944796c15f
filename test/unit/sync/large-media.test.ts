import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import { openOutgoing } from '../../../src/main/outgoing'
import { openAsk } from '../../../src/main/sync/ask'
import { openSyncing } from '../../../src/main/sync'
import { trusted } from '../../../src/main/trust/workspace-trust'
import { runPair } from '../../../src/main/sync/run-pair'
import type { FolderStore } from '../../../src/main/store/types'
import { makeToken, openHttp } from '../../contract/over-http'
import { openWorkers } from '../../../src/main/workers'

/** `GALLEY_MEDIA_MB=300` for a film; the memory that the whole process takes is told. */
const MEGABYTES = Number(process.env['GALLEY_MEDIA_MB'] ?? 24)
const MB = 1024 * 1024
const by = { email: 'a@example.com' }
const film = contentPath('/acme/site/film.mp4')

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function machine() {
  const folder = await mkdtemp(join(tmpdir(), 'galley-media-'))
  const store = await openStore({ folder, watch: false })
  open.push(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { store, folder }
}

/** As many pieces as megabytes, none like another. */
async function* pieces(seed: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < MEGABYTES; at += 1) {
    const piece = new Uint8Array(MB).fill((at * 7 + seed) % 251)
    piece.set([at % 256, seed], 0)
    await Promise.resolve()
    yield piece
  }
}

async function hashOf(seed: number): Promise<string> {
  const sum = createHash('sha256')
  for await (const piece of pieces(seed)) sum.update(piece)
  return sum.digest('hex')
}

it('Y17 a film goes there and comes from there in pieces: it is never whole in memory, and nothing of it is left lying about', async () => {
  const server = await openHttp()
  open.push(() => server.close())
  const held: string[] = []
  const outgoing = openOutgoing()
  open.push(() => Promise.resolve(outgoing.close()))
  const ask = openAsk({
    base: server.server.origin,
    // who takes a whole body is told
    outgoing: {
      ...outgoing,
      async send(request) {
        const { url, body } = request
        const isFilm = url.pathname.endsWith('.mp4')
        if (isFilm && (body instanceof Uint8Array || typeof body === 'string'))
          held.push('a body that is sent')
        const answer = await outgoing.send(request)
        return {
          ...answer,
          chunks: (limits) => {
            // all of it at once is asked for by the bounds of a document
            if (isFilm && limits === undefined) held.push('an answer')
            return answer.chunks(limits)
          }
        }
      }
    },
    token: await makeToken(server.location).then((token) => () => Promise.resolve(token))
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
  const sync = async ({ store }: Awaited<ReturnType<typeof machine>>) => {
    const run = {
      workers: openWorkers({ program: null }),
      store,
      pair,
      ask,
      by: () => by,
      serviceFolder: 'galley',
      approved: new Set<string>(),
      between: 1
    }
    const { deeds, failures } = await runPair(run)
    expect(failures).toEqual([])
    return deeds.map(({ did }) => did)
  }
  const [one, two] = [await machine(), await machine()]
  await one.store.write(film, pieces(1), { by })
  let most = 0
  const buffers = () => {
    return process.memoryUsage().arrayBuffers
  }
  const before = buffers()
  const watching = setInterval(() => (most = Math.max(most, buffers() - before)), 5)
  open.push(() => Promise.resolve(clearInterval(watching)))
  expect(await sync(one)).toEqual(['pushed'])
  expect(await sync(two)).toEqual(['pulled'])
  expect(await two.store.stat(film)).toMatchObject({ hash: await hashOf(1), size: MEGABYTES * MB })
  expect(await sync(one)).toEqual([])
  expect(await sync(two)).toEqual([])
  await two.store.write(film, pieces(2), { by })
  expect(await sync(two)).toEqual(['pushed'])
  expect(await sync(one)).toEqual(['pulled'])
  expect(await one.store.stat(film)).toMatchObject({ hash: await hashOf(2) })
  if (process.env['GALLEY_MEDIA_MB'] !== undefined)
    console.info(
      `${MEGABYTES} MB four times over the line: ${Math.round(most / MB)} MB of buffers at most, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory`
    )
  expect(held).toEqual([])
  for (const { folder } of [one, two]) expect(await readdir(join(folder, '.galley', 'staging'))).toEqual([])
})

it('Y15 Y17 a conflict about a film is shown, decided either way, kept twice and taken back without any side whole in memory', async () => {
  const server = await openHttp()
  open.push(() => server.close())
  const { store } = await machine()
  const held: string[] = []
  const outgoing = openOutgoing()
  open.push(() => Promise.resolve(outgoing.close()))
  const watched: FolderStore = {
    ...store,
    read: (path) => {
      if (path.endsWith('.mp4')) held.push(path)
      return store.read(path)
    },
    sync: {
      ...store.sync,
      content: (hash) => {
        held.push(hash)
        return store.sync.content(hash)
      },
      keep: (bytes) => {
        if (bytes.length > MB) held.push('bytes')
        return store.sync.keep(bytes)
      }
    }
  }
  const syncing = openSyncing({
    workers: openWorkers({ program: null }),
    trust: trusted,
    store: watched,
    by: () => by,
    serviceFolder: () => Promise.resolve('galley'),
    report: () => undefined,
    byItself: false,
    token: await makeToken(server.location)
  })
  open.push(() => syncing.close())
  const { id: remoteId } = await syncing.remotes.add({
    name: 'Team',
    base: server.server.origin,
    token: null
  })
  const id = await syncing.addPair({ remoteId, local: '/acme/site', remote: '/acme/site' })
  await store.write(film, pieces(1), { by })
  await syncing.run(id)
  await store.write(film, pieces(2), { by })
  await server.store.write(film, pieces(3), { by })
  await syncing.run(id)
  let most = 0
  const rss = process.memoryUsage().rss
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - rss)), 5)
  open.push(() => Promise.resolve(clearInterval(watching)))

  const key = '/film.mp4'
  const shown = await syncing.conflict(id, key, new Map())
  expect(shown).toMatchObject({ kind: 'whole', open: 1, local: null, remote: null, result: null })
  expect(shown.contents).toEqual({
    base: null,
    local: { size: MEGABYTES * MB },
    remote: { size: MEGABYTES * MB }
  })
  const sum = createHash('sha256')
  for await (const piece of (await syncing.side(id, key, 'remote')).stream()) sum.update(piece)
  expect(sum.digest('hex')).toBe(await hashOf(3))
  const hashHere = async (path = film) => (await store.stat(path)) as { hash: string } | null
  const { state } = shown
  const choices = new Map([['#file', 'remote']] as const)
  await syncing.decide(id, key, { choices, state, keepBoth: false })
  expect(await hashHere()).toMatchObject({ hash: await hashOf(3) })
  await syncing.undo(id, key)
  expect(await hashHere()).toMatchObject({ hash: await hashOf(2) })
  const { beside } = await syncing.decide(id, key, { choices: new Map(), state, keepBoth: true })
  expect(beside).toBe('/film-theirs.mp4')
  expect(await hashHere(contentPath('/acme/site/film-theirs.mp4'))).toMatchObject({ hash: await hashOf(3) })
  expect(await hashHere()).toMatchObject({ hash: await hashOf(2) })
  await syncing.run(id)
  expect(await server.store.stat(film)).toMatchObject({ hash: await hashOf(2) })
  expect(await syncing.conflicts(id)).toEqual([])
  if (process.env['GALLEY_MEDIA_MB'] !== undefined)
    console.info(`A conflict of ${MEGABYTES} MB: ${Math.round(most / MB)} MB of memory more at most`)
  expect(held).toEqual([])
})
