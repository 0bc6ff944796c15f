import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOfArchive } from '../../../src/main/backup'
import { firstDifference } from '../../../src/main/store/archive/compare'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { examine } from '../../../src/main/store/doctor'
import { openPostgres } from '../../../src/main/store/postgres'
import { archiveIn } from '../../../src/main/store/postgres/archive'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { takeIn } from '../../../src/main/store/postgres/take-in'
import type { Archive, Store } from '../../../src/main/store/types'
import { loadSample } from '../../../src/main/workspace/sample'
import { everythingIn, fill, inWorkspace } from '../../support/backup'
import { bringBack, removeWithFolder } from '../../support/deleted-together'
import { failingFs } from '../../support/failing-fs'
import { fc } from '../../support/properties'
import { BEGIN, outcome, step, told } from '../../support/store-steps'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, quickFolder, text } from '../../support/workspace'
import { reasonOf } from '../store/contract-kit'

const url = useTeamDatabase()

async function withTeam<T>(
  work: (team: { store: Store; database: Database; home: string; name: string }) => Promise<T>,
  now?: () => number
): Promise<T> {
  const home = await quickFolder()
  const database = openDatabase(url(), { most: 5 })
  const name = randomUUID()
  const store = await openPostgres({ database, workspace: name, ...(now && { now }) })
  try {
    return await work({ store, database, home, name })
  } finally {
    await store.close()
    await database.close()
    await rm(home, { recursive: true, force: true })
  }
}

const archived = <T>(database: Database, workspace: string, work: (archive: Archive) => Promise<T>) =>
  database.long('one-moment', (sql) => work(archiveIn({ ...sql, workspace, objects: null })))

/** Away with all of a workspace, so that it can be taken in again. */
async function forget(database: Database, id: string): Promise<void> {
  await database.change('delete from replaced where workspace_id = $1', [id])
  for (const table of [
    'entries',
    'trash_items',
    'published',
    'documents',
    'records',
    'sync_values',
    'room_logs',
    'blobs',
    'leases',
    'events'
  ])
    await database.change(`delete from ${table} where workspace_id = $1`, [id])
  await database.change('delete from workspaces where id = $1', [id])
}

describe.skipIf(noDatabase)('out', () => {
  it('TM8 whatever was done in a database, the folder tells the same of it, and so does a database that takes it in again', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const clock = { now: BEGIN }
        await withTeam(
          async ({ store, database, home }) => {
            for (const one of steps) {
              clock.now += one.do === 'later' ? one.ms : 1
              await outcome(store, one, clock)
            }
            const here = await told(store)
            const place = await archived(database, store.id, (archive) =>
              folderOfArchive(archive, join(home, 'new'))
            )
            expect((await examine(place)).findings).toEqual([])
            await inWorkspace(place, async (folder) => {
              expect(await told(folder)).toEqual(here)
              await forget(database, store.id)
              await takeIn(database, randomUUID(), folder.folder.archive())
              const again = await archived(database, store.id, (archive) =>
                firstDifference(folder.folder.archive(), archive)
              )
              expect(again).toBeNull()
            })
          },
          () => clock.now
        )
      }),
      { numRuns: Number(process.env['GALLEY_ARCHIVE_RUNS'] ?? 4) }
    ))

  it('TM8 everything that it keeps comes out, at one moment while others write, and one goes on writing there', () =>
    withTeam(async ({ store, database, home }) => {
      await loadSample(store, 'resources/sample', Date.now(), '.da')
      await fill(store)
      await removeWithFolder(store)
      const sync = await store.sync.log('pair')
      const kept = await store.sync.keep(bytes('theirs'))
      await sync.put('/o/s/page.html', { base: 'x' }, [kept])
      const page = await store.stat(p('/o/s/page.html'))
      const id = page?.kind === 'file' ? page.id : ''
      await store.rooms.replace(id, [{ kind: 'update', bytes: bytes('typed') }])
      const before = await everythingIn(store)
      const place = await archived(database, store.id, async (archive) => {
        const first = archive.records()
        await first.next()
        await first.return()
        await store.write(p('/o/s/page.html'), bytes('<main>later</main>'), { by: ada })
        return folderOfArchive(archive, join(home, 'new'))
      })
      expect((await examine(place)).findings).toEqual([])
      await inWorkspace(place, async (folder) => {
        expect(folder.id).toBe(store.id)
        expect(await everythingIn(folder)).toMatchObject(before)
        expect(await folder.records('tokens', (value) => value).get('t')).toEqual({ hash: 'secret' })
        expect(text((await folder.sync.content(kept)) ?? undefined)).toBe('theirs')
        expect((await folder.rooms.load(id))?.entries).toMatchObject([{ kind: 'update' }])
        await folder.write(p('/o/s/page.html'), bytes('<main>four</main>'), { by: ada })
        await bringBack(folder)
      })
      expect((await examine(place)).findings).toEqual([])
    }))

  it('TM8 broken off, on a full disk or over something that is there, nothing is left that could be taken for a workspace', () =>
    withTeam(async ({ store, database, home }) => {
      await fill(store)
      const place = join(home, 'new')
      const disk = failingFs(nodeFs)
      const out = () =>
        archived(database, store.id, (archive) => folderOfArchive(archive, place, { fs: disk.fs }))
      for (let at = 1; ; at += Math.ceil(at / 6)) {
        disk.failAt(at, 'ENOSPC', true)
        const came = await reasonOf(out())
        const calls = disk.stop()
        if (came === 'no error') {
          expect(at).toBeGreaterThan(100)
          expect(calls).toBeLessThan(at)
          break
        }
        expect(came).toBe('disk-full')
        expect(await readdir(home)).not.toContain('new')
        for (const name of await readdir(home)) await rm(join(home, name), { recursive: true })
      }
      expect(await reasonOf(out())).toBe('exists')
      await rm(place, { recursive: true })
      for (const at of [1, 9, 20]) {
        const stop = new AbortController()
        const work = archived(database, store.id, (archive) =>
          folderOfArchive(archive, place, {
            signal: stop.signal,
            onProgress: (done) => void (done === at && stop.abort())
          })
        )
        expect(await reasonOf(work)).toBe('cancelled')
        expect(await readdir(home)).toEqual([])
      }
      await mkdir(place)
      await writeFile(join(place, 'mine'), 'mine')
      expect(await reasonOf(out())).toBe('exists')
      expect(await readdir(home)).toEqual(['new'])
    }))

  it('TM8 a content that is damaged in the database is told, and nothing is written', () =>
    withTeam(async ({ store, database, home }) => {
      await fill(store)
      await database.change(`update blobs set bytes = 'x' where workspace_id = $1 and size = 3000000`, [
        store.id
      ])
      const out = archived(database, store.id, (archive) => folderOfArchive(archive, join(home, 'new')))
      expect(await reasonOf(out)).toBe('damaged')
      expect(await readdir(home)).toEqual([])
    }))
})
