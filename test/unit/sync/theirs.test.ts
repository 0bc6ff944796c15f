import { rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { openActivity } from '../../../src/main/sync/activity'
import { openAsk } from '../../../src/main/sync/ask'
import { openMemory } from '../../../src/main/sync/pair-memory'
import { runPair, type RunReport } from '../../../src/main/sync/run-pair'
import { openWorkers } from '../../../src/main/workers'
import { makeToken, openHttp } from '../../contract/over-http'
import { openQuirkServer } from './quirk-server'
import { sparseWorkspace } from '../../support/workspace'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const path = contentPath('/acme/site/a.json')
const me = { email: 'me@example.com' }
const write = (store: FolderStore, text: string, email = me.email, name?: string) =>
  store.write(path, new TextEncoder().encode(text), { by: { email, ...(name !== undefined && { name }) } })

async function machine(): Promise<FolderStore> {
  const folder = await sparseWorkspace()
  const store = await openStore({ folder, watch: false })
  open.push(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return store
}

async function sync(store: FolderStore, base: string, token: string): Promise<RunReport> {
  return runPair({
    workers: openWorkers({ program: null }),
    store,
    pair: {
      id: 'p1',
      remoteId: 'r1',
      local: '/acme/site',
      remote: '/acme/site',
      serviceFolder: 'galley',
      lowerCase: false,
      firstSync: 'ask',
      paused: false
    },
    ask: openAsk({ base, token: () => Promise.resolve(token), wait: () => Promise.resolve() }),
    by: () => me,
    serviceFolder: 'galley',
    approved: new Set(),
    between: 1
  })
}

const conflictOf = async (store: FolderStore) =>
  (await openMemory(store, 'p1')).files.files.get('/a.json')?.conflict

it('Y36 V7 what comes from a Galley is told with who wrote it there and when, in the activity, the history and the conflict', async () => {
  const { server, location, store: there, close } = await openHttp()
  open.push(close)
  const token = await makeToken(location)
  const here = await machine()
  await write(there, '{"a":1}', 'jon@example.com', 'Jón Ek')
  const before = Math.floor(Date.now() / 1000) * 1000 - 1000

  const received = await sync(here, server.origin, token)
  expect(received.deeds).toEqual([
    {
      path: '/a.json',
      did: 'pulled',
      theirs: { by: 'jon@example.com', name: 'Jón Ek', at: expect.any(Number) }
    }
  ])
  expect(received.deeds[0]?.theirs?.at).toBeGreaterThanOrEqual(before)
  expect(await here.stat(path)).toMatchObject({ modifiedBy: { email: 'jon@example.com', name: 'Jón Ek' } })
  const activity = await openActivity(here, 'p1')
  await activity.add(1, received.deeds)
  expect((await activity.list())[0]?.deeds).toEqual(received.deeds)

  await write(here, '{"a":2}')
  await write(there, '{"a":3}', 'ines@exämple.com', 'I\u202enes')
  expect((await sync(here, server.origin, token)).deeds).toMatchObject([
    { did: 'conflict', theirs: { by: 'ines@exämple.com' } }
  ])
  expect(await conflictOf(here)).toMatchObject({ theirs: { by: 'ines@exämple.com' } })
})

it('Y36 a server that tells no writer with its answers is asked for its history where somebody has to decide', async () => {
  const server = await openQuirkServer()
  open.push(() => server.close())
  const here = await machine()
  await write(here, '{"a":1}')
  await sync(here, server.origin, 'secret')
  await write(here, '{"a":2}')
  server.put('/acme/site/a.json', '{"a":3}', 'mara@example.com')
  expect((await sync(here, server.origin, 'secret')).deeds).toMatchObject([
    { did: 'conflict', theirs: { by: 'mara@example.com', at: expect.any(Number) } }
  ])
})

it('Y36 what is told in the place of a name and is none is nobody', async () => {
  const server = await openQuirkServer()
  open.push(() => server.close())
  const here = await machine()
  await write(here, '{"a":1}')
  await sync(here, server.origin, 'secret')
  await write(here, '{"a":2}')
  server.put('/acme/site/a.json', '{"a":3}', 'mara\u202e@example.com')
  const { deeds } = await sync(here, server.origin, 'secret')
  expect(deeds[0]?.did).toBe('conflict')
  expect(deeds[0]?.theirs?.by).toBeUndefined()
})
