import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { examineWorkspace, type TeamFinding } from '../../../src/main/store/postgres/examine'
import { fill } from '../../support/backup'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { bytes, p } from '../../support/workspace'

const url = useTeamDatabase()

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
    const within: Database = { ...database, long: (_way, look) => look(sql) }
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
