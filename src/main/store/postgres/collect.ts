import type { Database, Sql } from './database'
import { bytesIn, numberIn } from './values'

/** So many contents are looked at, or go, at a time. */
const GROUP = 500

/** A content that nothing has named for so long goes: who reads it has come to its end by then. */
const UNNAMED_MS = 24 * 60 * 60_000

/** Every column that names a content, with what says of a row what it is about. */
export const NAMING = [
  ['entries', 'hash', 't.path'],
  ['versions', 'hash', 't.path'],
  ['replaced', 'hash', 't.file_id::text'],
  ['published', 'hash', 't.path'],
  ['published', 'companion', 't.path'],
  ['sync_needs', 'hash', `'the sync ' || t.pair`]
] as const

/** Whether anything names a content. @param b what the row of the content is called */
export const named = (b: string): string =>
  `(${NAMING.map(
    ([table, column]) =>
      `exists (select from ${table} t where t.workspace_id = ${b}.workspace_id and t.${column} = ${b}.hash)`
  ).join(' or ')})`

/**
 * Notes which contents nothing names any more, and takes away those of which that has been so for a day. Who names one just
 * then either keeps it, or finds it gone and writes it again: the row of a content is held by both.
 * @param isOver no more is done once it says so
 * @returns how many went
 */
export async function collectContents(
  database: Database,
  workspace: string,
  {
    unnamedMs = UNNAMED_MS,
    isOver = () => false
  }: { readonly unnamedMs?: number; readonly isOver?: () => boolean } = {}
): Promise<number> {
  await noteUnnamed(database, workspace, isOver)
  let gone = 0
  for (;;) {
    if (isOver()) return gone
    const taken = await database.transaction((sql) => takeSome(sql, workspace, unnamedMs))
    gone += taken
    if (taken === 0) return gone
  }
}

async function noteUnnamed(database: Database, workspace: string, isOver: () => boolean): Promise<void> {
  for (let after = Buffer.alloc(0); !isOver();) {
    const page = await database.all(
      `select hash from blobs where workspace_id = $1 and hash > $2 order by hash limit ${GROUP}`,
      [workspace, after]
    )
    const last = page[page.length - 1]
    if (!last) return
    after = Buffer.from(bytesIn(last, 'hash'))
    await database.change(
      `update blobs b set unnamed_since = case when unnamed_since is null then now() end
       where workspace_id = $1 and hash = any($2) and ${named('b')} = (unnamed_since is not null)`,
      [workspace, page.map((row) => bytesIn(row, 'hash'))]
    )
  }
}

/** What somebody holds, because they are just naming it, is left for another time. */
async function takeSome(sql: Sql, workspace: string, unnamedMs: number): Promise<number> {
  const held = await sql.all(
    `select hash from blobs b
     where workspace_id = $1 and unnamed_since <= now() - make_interval(secs => $2) and not ${named('b')}
     order by unnamed_since limit ${GROUP} for update skip locked`,
    [workspace, unnamedMs / 1000]
  )
  if (held.length === 0) return 0
  // asked once more: somebody may have named one between the question and the lock
  const gone = await sql.one(
    `with gone as (delete from blobs b where workspace_id = $1 and hash = any($2) and not ${named('b')} returning object_key),
       doomed as (insert into doomed_objects (object_key, workspace_id)
         select object_key, $1 from gone where object_key is not null)
     select count(*) count from gone`,
    [workspace, held.map((row) => bytesIn(row, 'hash'))]
  )
  return gone ? numberIn(gone, 'count') : 0
}
