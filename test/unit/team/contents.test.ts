import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/main/store/postgres'
import { collectNowAndThen } from '../../../src/main/store/postgres/collecting'
import { collectContents } from '../../../src/main/store/postgres/collect'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { examineWorkspace } from '../../../src/main/store/postgres/examine'
import type { TeamFinding } from '../../../src/main/store/postgres/findings'
import type { Store } from '../../../src/main/store/types'
import { fill } from '../../support/backup'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bytes, p, text, until } from '../../support/workspace'

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

  it('TM10 a node does it by itself, unless another one is at it', () =>
    withTeam(async (store, database) => {
      const hash = await store.sync.keep(bytes('theirs'))
      await collectContents(database, store.id)
      await database.change(
        `update blobs set unnamed_since = now() - interval '25 hours' where workspace_id = $1`,
        [store.id]
      )
      const other = await store.leases.take('contents')
      let asked = 0
      const leases = { take: (work: string) => store.leases.take(work).finally(() => asked++) }
      const node = collectNowAndThen({ database, id: store.id, objects: null }, leases, {
        first: 1,
        again: 5
      })
      await until(() => asked > 2)
      expect(await store.sync.content(hash)).not.toBeNull()
      other?.release()
      await until(async () => (await store.sync.content(hash)) === null)
      await node.close()
      const before = asked
      for (let n = 0; n < 30; n++) await store.stat(p('/o'))
      expect(asked).toBe(before)
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
        let n = from
        for (; n < from + 120 || gone < 20; n++)
          await store.write(path, bytes(words(n)), { by: ada, session: path })
        return n - 1
      }
      const collectors = [collector(), collector()]
      const last = await Promise.all(files.map((path, at) => writer(path, at))).finally(() => (isOver = true))
      await Promise.all(collectors)
      for (const [at, path] of files.entries()) {
        expect(text((await store.read(path))?.bytes)).toBe(words(last[at] ?? -1))
        for (const { id, fileId } of await store.versions(path))
          expect(await store.readVersion('o', fileId, id)).not.toBeNull()
      }
      expect((await examineWorkspace(database, store.id)).findings).toEqual([])
    }))
})

/** What somebody, or a database that was put together of parts, may have done. */
const damages: readonly (readonly [what: string, where: string, sql: string])[] = [
  [
    'a content with other bytes',
    '/o/s/img/large.mp4',
    `update blobs set bytes = 'x' where workspace_id = $1 and size = 3000000`
  ],
  [
    'a content that is gone',
    '/o/s/img/large.mp4',
    `delete from blobs where workspace_id = $1 and size = 3000000`
  ],
  [
    'a path that is none',
    '/o/s/../x',
    `update entries set path = '/o/s/../x' where workspace_id = $1 and path = '/o/s/data.json'`
  ],
  [
    'a key of another path',
    '/o/s/data.json',
    `update entries set key = '/o/s/x' where workspace_id = $1 and path = '/o/s/data.json'`
  ],
  [
    'a folder that is gone',
    '/o/s/img/picture.png',
    `delete from entries where workspace_id = $1 and path = '/o/s/img'`
  ],
  [
    'a person that is none',
    '/o/s/data.json',
    `update entries set by_whom = '{}' where workspace_id = $1 and path = '/o/s/data.json'`
  ],
  [
    'a version of nobody',
    '/o/s/page.html',
    `update versions set written_by = '7' where workspace_id = $1 and label is not null`
  ],
  ['a state that is none', '/o/s/page.html', `update published set state = '{}' where workspace_id = $1`],
  [
    'settings that are none',
    'the settings settings',
    `update documents set value = '{' where workspace_id = $1 and name = 'settings'`
  ],
  [
    'a record that is none',
    'tokens/t',
    `update records set value = '{' where workspace_id = $1 and kind = 'tokens'`
  ],
  ['what is written together', '/o/s/page.html', `update room_lines set line = 'x' where workspace_id = $1`]
]

const everyRow = (database: Database, id: string) =>
  Promise.all(
    ['blobs', 'entries', 'versions', 'happenings', 'published', 'documents', 'records'].map((table) =>
      database.all(
        `select md5(string_agg(t::text, '' order by t::text)) from ${table} t where workspace_id = $1`,
        [id]
      )
    )
  )

/** In a transaction that sees it alone, and takes it back. */
async function foundAfter(database: Database, id: string, damage: string): Promise<readonly TeamFinding[]> {
  let found: readonly TeamFinding[] = []
  const takenBack = new Error('taken back')
  const work = database.transaction(async (sql) => {
    await sql.change('set local session_replication_role = replica')
    await sql.change(damage, [id])
    const within: Database = { ...database, ...sql, long: (_way, look) => look(sql) }
    found = (await examineWorkspace(within, id)).findings
    throw takenBack
  })
  await work.catch(() => undefined)
  return found
}

describe.skipIf(noDatabase)('galley team doctor', () => {
  it('TM9 finds whatever is damaged or missing, says where, and changes nothing', async () => {
    const database = openDatabase(url(), { most: 4 })
    const store = await openPostgres({ database, workspace: randomUUID() })
    try {
      await fill(store)
      const page = await store.stat(p('/o/s/page.html'))
      const id = page?.kind === 'file' ? page.id : ''
      await store.rooms.replace(id, [{ kind: 'update', bytes: bytes('typed') }])
      const sound = await examineWorkspace(database, store.id)
      expect(sound).toMatchObject({ findings: [], unnamed: { contents: 0 } })
      expect(sound.files).toBeGreaterThan(8)
      expect(sound.versions).toBeGreaterThan(3)
      for (const [what, where, sql] of damages) {
        const before = await everyRow(database, store.id)
        const findings = await foundAfter(database, store.id, sql)
        expect(
          findings.map((finding) => finding.where),
          what
        ).toContain(where)
        expect(await everyRow(database, store.id)).toEqual(before)
      }
    } finally {
      await store.close()
      await database.close()
    }
  })
})
