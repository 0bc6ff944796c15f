import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import { firstDifference } from '../../../src/main/store/archive/compare'
import { logLines, readLog } from '../../../src/main/store/logs/line-log'
import { openPostgres } from '../../../src/main/store/postgres'
import { archiveIn } from '../../../src/main/store/postgres/archive'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { requireWhole } from '../../../src/main/store/postgres/closed'
import { giveUp } from '../../../src/main/store/postgres/give-up'
import { takeIn } from '../../../src/main/store/postgres/take-in'
import type { FolderStore, Store } from '../../../src/main/store/types'
import { loadSample } from '../../../src/main/workspace/sample'
import { everythingIn, fill, inWorkspace } from '../../support/backup'
import { bringBack, removeWithFolder } from '../../support/deleted-together'
import { fc } from '../../support/properties'
import { startObjectServer } from '../../support/object-server'
import { objectsAt } from '../../support/object-store'
import { BEGIN, outcome, step, told } from '../../support/store-steps'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, filesBelow, p, quickFolder, sparseWorkspace } from '../../support/workspace'
import { reasonOf } from '../store/contract-kit'

const url = useTeamDatabase()

async function withBoth<T>(
  work: (folder: FolderStore, database: Database, name: string) => Promise<T>,
  now?: () => number
): Promise<T> {
  const place = await sparseWorkspace(quickFolder())
  const folder = await openStore({ folder: place, watch: false, ...(now && { now }) })
  const database = openDatabase(url(), { most: 4 })
  try {
    return await work(folder, database, randomUUID())
  } finally {
    await folder.close()
    await database.close()
    await rm(place, { recursive: true, force: true })
  }
}

async function inDatabase<T>(
  database: Database,
  name: string,
  work: (store: Store) => Promise<T>
): Promise<T> {
  const store = await openPostgres({ database, workspace: name })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const difference = (database: Database, store: FolderStore) =>
  database.long('one-moment', (sql) =>
    firstDifference(store.folder.archive(), archiveIn({ ...sql, workspace: store.id, objects: null }))
  )

describe.skipIf(noDatabase)('in', () => {
  it('TM7 whatever was done in a folder, the database tells the same of it', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const clock = { now: BEGIN }
        await withBoth(
          async (folder, database, name) => {
            for (const one of steps) {
              clock.now += one.do === 'later' ? one.ms : 1
              await outcome(folder, one, clock)
            }
            await takeIn(database, name, folder.folder.archive())
            expect(await difference(database, folder)).toBeNull()
            await inDatabase(database, name, async (store) => {
              expect(store.id).toBe(folder.id)
              expect(await told(store)).toEqual(await told(folder))
            })
          },
          () => clock.now
        )
      }),
      { numRuns: Number(process.env['GALLEY_ARCHIVE_RUNS'] ?? 5) }
    ))

  it('TM7 everything that a workspace keeps goes along, but browser sessions and notes of the machine', () =>
    withBoth(async (folder, database, name) => {
      await loadSample(folder, 'resources/sample', Date.now(), '.da')
      await fill(folder)
      await folder.records('browser-sessions', (value) => value).put('s', { secret: 1 })
      await folder.document('health', (value) => value, null as unknown).update(() => ({ place: '/here' }))
      await removeWithFolder(folder)
      const sync = await folder.sync.log('pair')
      const kept = await folder.sync.keep(bytes('theirs'))
      await sync.put('/o/s/page.html', { base: 'x' }, [kept])
      await sync.put('gone', { base: 'x' })
      await sync.put('gone', null)
      const page = await folder.stat(p('/o/s/page.html'))
      const id = page?.kind === 'file' ? page.id : ''
      await folder.rooms.replace(id, [{ kind: 'update', bytes: bytes('typed') }])
      const survey = await takeIn(database, name, folder.folder.archive())
      expect(survey.records).toBeGreaterThan(60)
      expect(await difference(database, folder)).toBeNull()
      await inDatabase(database, name, async (store) => {
        expect(await everythingIn(folder)).toMatchObject(await everythingIn(store))
        expect(await store.records('tokens', (value) => value).get('t')).toEqual({ hash: 'secret' })
        expect(await store.records('browser-sessions', (value) => value).list()).toEqual({
          records: [],
          damaged: []
        })
        expect(await store.document('health', (value) => value, null as unknown).read()).toBeNull()
        expect(await (await store.sync.log('pair')).entries()).toEqual([['/o/s/page.html', { base: 'x' }]])
        expect(await store.sync.content(kept)).toEqual(Buffer.from('theirs'))
        expect((await store.rooms.load(id))?.entries).toMatchObject([{ kind: 'update' }])
        // who goes on writing there finds all that it takes
        await store.write(p('/o/s/page.html'), bytes('<main>four</main>'), { by: ada })
        expect((await store.versions(p('/o/s/page.html')))[0]?.path).toBe('/o/s/page.html')
        await bringBack(store)
      })
    }))

  it('TM7 broken off at every group, it is closed, and goes on when it is run again', () =>
    withBoth(async (folder, database, name) => {
      await fill(folder)
      for (let at = 1; ; at++) {
        const stop = new AbortController()
        let told = 0
        const done = await reasonOf(
          takeIn(database, name, folder.folder.archive(), {
            group: 4,
            signal: stop.signal,
            onProgress: () => void (++told === at && stop.abort())
          })
        )
        if (done !== 'cancelled') {
          expect(at).toBeGreaterThan(12)
          expect(done).toBe('no error')
          break
        }
        if (told > 2) expect(await reasonOf(requireWhole(database, name))).toBe('in-use')
        // somebody went on in the folder meanwhile
        if (at % 4 === 0) await folder.write(p('/o/s/page.html'), bytes(`<main>${at}</main>`), { by: ada })
      }
      await requireWhole(database, name)
      expect(await difference(database, folder)).toBeNull()
    }))

  it('TM7 TM13 broken off and given up, nothing of it is left, in the storage neither; what is whole is not touched', () =>
    withBoth(async (folder, database, name) => {
      const server = await startObjectServer()
      const objects = objectsAt(server.endpoint, 10)
      try {
        await fill(folder)
        const ofIt = () => database.all('select 1 from workspaces where name = $1', [name])
        expect(await reasonOf(giveUp(database, name, objects))).toBe('not-a-workspace')
        const stop = new AbortController()
        const onProgress = ({ phase, done }: { phase: string; done: number }) =>
          phase === 'records' && done > 8 && stop.abort()
        const take = (more = {}) => takeIn(database, name, folder.folder.archive(), { objects, ...more })
        expect(await reasonOf(take({ group: 4, signal: stop.signal, onProgress }))).toBe('cancelled')
        expect([(await ofIt()).length, server.objects.size > 3]).toEqual([1, true])
        await giveUp(database, name, objects)
        expect([await ofIt(), server.objects.size]).toEqual([[], 0])
        for (const { table_name: table } of await database.all(
          `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`
        ))
          expect(
            await database.all(`select 1 from ${String(table)} where workspace_id = $1`, [folder.id])
          ).toEqual([])
        await take()
        expect(await reasonOf(giveUp(database, name, objects))).toBe('not-a-workspace')
        expect([(await ofIt()).length, server.objects.size > 3]).toEqual([1, true])
      } finally {
        objects.storage.close()
        await server.close()
      }
    }))

  it('TM7 two at once: one does it, and the other one is told', () =>
    withBoth(async (folder, database, name) => {
      await fill(folder)
      const both = [1, 2].map(() => reasonOf(takeIn(database, name, folder.folder.archive())))
      const came = await Promise.all(both)
      expect(came).toContain('no error')
      expect(['in-use', 'exists']).toContain(came.find((one) => one !== 'no error'))
      expect(await difference(database, folder)).toBeNull()
    }))

  it('TM7 what is too large, clashes or is in the way is told before anything is written', () =>
    withBoth(async (folder, database, name) => {
      const none = async () =>
        expect(await database.all('select 1 from workspaces where name = $1', [name])).toEqual([])
      await folder.write(p('/o/s/film.mp4'), new Uint8Array(16 * 1024 * 1024 + 1), { by: ada })
      const tooLarge = takeIn(database, name, folder.folder.archive())
      await expect(tooLarge).rejects.toThrow('/o/s/film.mp4')
      await none()
      await folder.remove(p('/o/s/film.mp4'), { by: ada })
      await folder.deleteFromTrash(p('/o/s'), (await folder.trash(p('/o/s')))[0]?.id ?? '')
      await folder.write(p('/o/s/a.html'), bytes('<main>a</main>'), { by: ada })
      await inDatabase(database, name, (store) => store.createFolder(p('/o'), { by: ada }))
      expect(await reasonOf(takeIn(database, name, folder.folder.archive()))).toBe('exists')
      await inDatabase(database, name, async (store) => expect(await store.list(p('/o'))).toEqual([]))
      const other = randomUUID()
      await inDatabase(database, other, ({ records }) =>
        records('browser-sessions', (value) => value).put('s', { secret: 1 })
      )
      await takeIn(database, other, folder.folder.archive())
      expect(await difference(database, folder)).toBeNull()
      expect(await reasonOf(takeIn(database, randomUUID(), folder.folder.archive()))).toBe('exists')
      expect(await reasonOf(takeIn(database, other, folder.folder.archive()))).toBe('exists')
    }))

  it('TM7 a workspace that an older Galley left is taken in as it opens', async () => {
    const place = await sparseWorkspace(quickFolder())
    const database = openDatabase(url(), { most: 4 })
    try {
      await inWorkspace(place, fill)
      await asOlder(place)
      const name = randomUUID()
      const before = await inWorkspace(place, async (folder) => {
        await takeIn(database, name, folder.folder.archive())
        expect(await difference(database, folder)).toBeNull()
        return everythingIn(folder)
      })
      await inDatabase(database, name, async (store) =>
        expect(before).toMatchObject(await everythingIn(store))
      )
    } finally {
      await database.close()
      await rm(place, { recursive: true, force: true })
    }
  })
})

/** No second copies, no checksums, no index, and no word of who wrote what a version has. */
async function asOlder(folder: string): Promise<void> {
  for (const file of await filesBelow(join(folder, '.galley'))) {
    const path = join(folder, '.galley', file)
    if (/copy\.(json|log)$|^(versions|index)\.log$|^index-seal/.test(file)) await rm(path)
    else if (/^(workspace|documents\/.*|drafts\/.*|tokens\/.*)\.?(json)?$/.test(file)) {
      const sealed = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
      const { sha256: _sum, value, ...rest } = sealed
      await writeFile(path, JSON.stringify(value ?? rest))
    } else if (file.startsWith('files/')) {
      const events = readLog(await readFile(path)).values.filter(
        (event) =>
          !(event instanceof Object && 'event' in event && event.event === 'version' && 'written' in event)
      )
      await writeFile(path, logLines(events))
    }
  }
}
