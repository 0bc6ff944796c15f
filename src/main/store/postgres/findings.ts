import type { Sql } from './database'
import { hashBytes, textIn } from './values'

/** Something of a workspace in a database that is not as it should be. */
export interface TeamFinding {
  /** A path, or what else it is about. */
  readonly where: string
  /** What it means for people. */
  readonly message: string
  /** Something of it is gone: a backup from before may have it. */
  readonly lost: boolean
}

type Reading = Sql & { readonly workspace: string }

/** What a content is of, for people. */
export async function namesOf({ all, workspace }: Reading, hash: string): Promise<string> {
  const rows = await all(
    `select distinct path from (
       select path from entries where workspace_id = $1 and hash = $2
       union all select path from versions where workspace_id = $1 and hash = $2
       union all select t.path from replaced r join trash_items t on t.workspace_id = r.workspace_id and t.id = r.trash_id
         where r.workspace_id = $1 and r.hash = $2
       union all select path from published where workspace_id = $1 and $2 in (hash, companion)) named (path)
     order by path limit 3`,
    [workspace, hashBytes(hash)]
  )
  return rows.length > 0 ? rows.map((row) => textIn(row, 'path')).join(', ') : `the content ${hash}`
}
