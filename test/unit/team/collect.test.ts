import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/main/store/postgres'
import { collectContents } from '../../../src/main/store/postgres/collect'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { examineWorkspace } from '../../../src/main/store/postgres/examine'
import type { Store } from '../../../src/main/store/types'
import { fill } from '../../support/backup'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, text } from '../../support/workspace'

const url = useTeamDatabase()

async function withTeam<T>(work: (store: Store, database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url(), { most: 10 })
  const store = await openPostgres({ database, workspace: randomUUID() })
  try {
    return await work(store, database)
  } finally {
    await store.close()
    await database.close()
  }
}

const DAY = 24 * 60 * 60_000

describe.skipIf(noDatabase)('contents', () => {
  it('TM10 a content that nothing names goes when that has been so for a day, and not before', () =>
    withTeam(async (store, database) => {
      await fill(store)
      const save = (words: string) =>
        store.write(p('/o/s/note.html'), bytes(words), { by: ada, session: 's' })
      await save('<main>1</main>')
      await save('<main>2</main>')
      expect((await examineWorkspace(database, store.id)).unnamed.contents).toBe(1)
      expect(await collectContents(database, store.id)).toBe(0)
      const later = () =>
        database.change(
          `update blobs set unnamed_since = unnamed_since - interval '25 hours' where workspace_id = $1`,
          [store.id]
        )
      await later()
      // somebody has written it again, and it was named and left once more
      await save('<main>1</main>')
      expect(await collectContents(database, store.id)).toBe(0)
      await save('<main>3</main>')
      expect(await collectContents(database, store.id)).toBe(0)
      await later()
      expect(await collectContents(database, store.id)).toBe(2)
      expect(await collectContents(database, store.id, { unnamedMs: 0 })).toBe(0)
      const { findings, unnamed } = await examineWorkspace(database, store.id)
      expect([findings, unnamed.contents]).toEqual([[], 0])
    }))

  it('TM10 what is kept for a sync or to be published stays, however long nothing named it before', () =>
    withTeam(async (store, database) => {
      const old = async () => {
        await collectContents(database, store.id)
        await database.change(
          `update blobs set unnamed_since = now() - make_interval(secs => $2) where workspace_id = $1 and unnamed_since is not null`,
          [store.id, (2 * DAY) / 1000]
        )
      }
      const hash = await store.sync.keep(bytes('theirs'))
      await old()
      expect(await store.sync.keep(bytes('theirs'))).toBe(hash)
      expect(await collectContents(database, store.id)).toBe(0)
      expect(text((await store.sync.content(hash)) ?? undefined)).toBe('theirs')
      await old()
      expect(await collectContents(database, store.id)).toBe(1)
      expect(await store.sync.content(hash)).toBeNull()
    }))

  it('TM10 who names contents while they are taken away loses none, and no save fails', () =>
    withTeam(async (store, database) => {
      const files = ['a', 'b', 'c', 'd'].map((name) => p(`/o/s/${name}.html`))
      const words = (n: number) => `<main>${n % 5}</main>`
      let isOver = false
      let gone = 0
      const collector = async () => {
        while (!isOver) gone += await collectContents(database, store.id, { unnamedMs: 0 })
      }
      const writer = async (path: (typeof files)[number], from: number) => {
        for (let n = from; n < from + 120; n++)
          await store.write(path, bytes(words(n)), { by: ada, session: path })
      }
      const collectors = [collector(), collector()]
      await Promise.all(files.map((path, at) => writer(path, at))).finally(() => (isOver = true))
      await Promise.all(collectors)
      expect(gone).toBeGreaterThan(20)
      for (const [at, path] of files.entries()) {
        expect(text((await store.read(path))?.bytes)).toBe(words(at + 119))
        for (const { id, fileId } of await store.versions(path))
          expect(await store.readVersion('o', fileId, id)).not.toBeNull()
      }
      expect((await examineWorkspace(database, store.id)).findings).toEqual([])
    }))
})
