import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { examineWorkspace } from '../../../src/main/store/postgres/examine'
import { sweepObjects } from '../../../src/main/store/postgres/sweep-objects'
import type { Objects } from '../../../src/main/store/postgres/contents'
import type { Store } from '../../../src/main/store/types'
import { fill, everythingIn } from '../../support/backup'
import { noGateway, startGateway } from '../../support/object-gateway'
import { objectsAt } from '../../support/object-store'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, text } from '../../support/workspace'
import { reasonOf } from '../store/contract-kit'

const isLeftOut = noDatabase || noGateway
const why = noGateway ? ' (left out: apt-get install ceph-mon ceph-osd radosgw)' : ''

const url = useTeamDatabase()
let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  if (!isLeftOut) gateway = await startGateway()
}, 120_000)
afterAll(async () => {
  if (!isLeftOut) await gateway.stop()
})

async function withTeam<T>(
  work: (store: Store, database: Database, objects: Objects) => Promise<T>
): Promise<T> {
  const database = openDatabase(url(), { most: 12 })
  const objects = objectsAt(gateway.endpoint, 16)
  const store = await openPostgres({ database, workspace: randomUUID(), objects })
  try {
    return await work(store, database, objects)
  } finally {
    await store.close()
    objects.storage.close()
    await database.close()
  }
}

async function isAllNamed(store: Store, database: Database): Promise<void> {
  const rows = await database.all(
    'select object_key from blobs where workspace_id = $1 and object_key is not null',
    [store.id]
  )
  expect(await gateway.names(`${store.id}/`)).toEqual(rows.map((row) => String(row['object_key'])).sort())
}

const now = { sendingMs: 0, doomedMs: 0 }

describe.skipIf(isLeftOut)(`with a Ceph RADOS Gateway${why}`, () => {
  it('TM11 TM13 a little of everything goes there and comes back, and what nothing names goes', () =>
    withTeam(async (store, database, objects) => {
      await fill(store)
      const data = new Uint8Array(17_000_000).map((_, index) => (index * 31) % 251)
      async function* body() {
        for (let at = 0; at < data.length; at += 700_000)
          yield await Promise.resolve(data.subarray(at, at + 700_000))
      }
      await store.write(p('/o/s/film.mp4'), body(), { by: ada })
      for (const [start, end] of [
        [0, data.length - 1],
        [8_000_000, 9_000_000]
      ] as const) {
        const opened = await store.openRead(p('/o/s/film.mp4'), { start, end })
        const parts: Uint8Array[] = []
        if (opened) for await (const part of opened.stream) parts.push(part)
        expect(Buffer.compare(Buffer.concat(parts), data.subarray(start, end + 1))).toBe(0)
      }
      async function* broken() {
        yield data.subarray(0, 9_000_000)
        throw new Error(await Promise.resolve('gone'))
      }
      await expect(store.write(p('/o/s/broken.mp4'), broken(), { by: ada })).rejects.toThrow()
      await everythingIn(store)
      expect((await examineWorkspace(database, store.id, objects)).findings).toEqual([])
      await sweepObjects({ database, id: store.id, objects }, now)
      await isAllNamed(store, database)
    }))

  it('TM12 killed while people save, it loses nothing that was acknowledged', () =>
    withTeam(async (store, database, objects) => {
      let isOver = false
      const done = new Map<string, string[]>()
      const writer = async (path: string) => {
        const saved: string[] = []
        done.set(path, saved)
        for (let n = 0; !isOver; n++) {
          const words = `<main>${path} ${n}</main>`
          const failed = await reasonOf(store.write(p(path), bytes(words), { by: ada }))
          if (failed === 'no error') saved.push(words)
          else expect(failed).toBe('busy')
        }
      }
      const writers = ['a', 'b', 'c', 'd'].map((name) => writer(`/o/s/${name}.html`))
      const count = () => [...done.values()].flat().length
      for (let kill = 0; kill < 3; kill++) {
        const before = count()
        while (count() < before + 20) await pause(5)
        await gateway.kill()
        await pause(100)
        await gateway.begin()
      }
      isOver = true
      await Promise.all(writers)
      for (const [path, saved] of done) {
        const versions = await store.versions(p(path))
        const kept = await Promise.all(versions.map(({ fileId, id }) => store.readVersion('o', fileId, id)))
        const all = [
          ...kept.map((version) => text(version?.bytes)).reverse(),
          text((await store.read(p(path)))?.bytes)
        ]
        expect(all).toEqual(saved)
      }
      expect((await examineWorkspace(database, store.id, objects)).findings).toEqual([])
      await sweepObjects({ database, id: store.id, objects }, now)
      await isAllNamed(store, database)
    }))
})
