import type { ContentPath } from '../../../common/content/paths'
import type { Sql } from './database'
import { FILE, fileOf, type FileRow } from './files'
import { keyOf, within } from './places'
import type { Turn } from './turn'
import { numberIn, pathIn, textIn } from './values'

/** A file or folder that is there, with all that is in it. */
export interface Below {
  readonly files: readonly FileRow[]
  /** Itself with them, outermost first. */
  readonly folders: readonly ContentPath[]
}

/** What lies at a path and below it, each held until the transaction ends. */
export async function heldBelow({ all, workspace }: Turn, path: ContentPath): Promise<Below> {
  const rows = await all(
    `select ${FILE} from entries where workspace_id = $1 and here and ${within('key', 2)} order by key for update`,
    [workspace, keyOf(path)]
  )
  return {
    files: rows.filter((row) => textIn(row, 'kind') === 'file').map(fileOf),
    folders: rows.filter((row) => textIn(row, 'kind') === 'folder').map((row) => pathIn(row, 'path'))
  }
}

/** How many files lie at a path and below it. */
export async function filesIn(
  { one, workspace }: Sql & Pick<Turn, 'workspace'>,
  path: ContentPath
): Promise<number> {
  const row = await one(
    `select count(*) files from entries where workspace_id = $1 and here and kind = 'file' and ${within('key', 2)}`,
    [workspace, keyOf(path)]
  )
  return row ? numberIn(row, 'files') : 0
}

/** The longest path of a file there; null where there is no file. */
export async function longestBelow(
  { one, workspace }: Sql & Pick<Turn, 'workspace'>,
  path: ContentPath
): Promise<ContentPath | null> {
  const row = await one(
    `select path from entries where workspace_id = $1 and here and kind = 'file' and ${within('key', 2)}
     order by octet_length(path) desc, key limit 1`,
    [workspace, keyOf(path)]
  )
  return row && pathIn(row, 'path')
}

/** The paths of all files at a path and below it. */
export async function filesBelow(
  { all, workspace }: Sql & Pick<Turn, 'workspace'>,
  path: ContentPath
): Promise<ContentPath[]> {
  const rows = await all(
    `select path from entries where workspace_id = $1 and here and kind = 'file' and ${within('key', 2)} order by key`,
    [workspace, keyOf(path)]
  )
  return rows.map((row) => pathIn(row, 'path'))
}
