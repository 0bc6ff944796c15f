import type { ContentPath } from '../../../common/content/paths'
import type { Sql } from './database'
import type { Workspace } from './turn'
import { guidIn, numberIn, pathIn } from './values'

/** The clock of the database, Unix milliseconds: those of the nodes may differ. */
export async function timeIn(database: Pick<Sql, 'one'>): Promise<number> {
  const row = await database.one('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint now')
  return row ? numberIn(row, 'now') : 0
}

/** Where those of the files are that are there, by their ids. */
export async function pathsOfFiles(
  { database, id }: Pick<Workspace, 'database' | 'id'>,
  ids: readonly string[]
): Promise<ReadonlyMap<string, ContentPath>> {
  const rows = await database.all(
    'select id, path from entries where workspace_id = $1 and here and id = any($2::uuid[])',
    [id, ids]
  )
  return new Map(rows.map((row) => [guidIn(row, 'id'), pathIn(row, 'path')]))
}
