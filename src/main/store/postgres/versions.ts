import { segmentsOf, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { isPerson } from '../layout/stored-values'
import type { Person } from '../../../common/person'
import { isGuid, newGuid } from '../layout/names'
import type { Version, VersionContent, VersionOptions } from '../seam/content'
import { contentOf } from './contents'
import { keepContent, type Hashed } from './keep-contents'
import type { Row, Sql } from './database'
import { heldFile, type FileRow } from './files'
import { entryOf, extOf, isVersioned } from '../logs/entries'
import { keyOf } from './places'
import type { Turn } from './turn'
import {
  booleanIn,
  guidIn,
  hashBytes,
  hashIn,
  json,
  jsonIn,
  maybe,
  numberIn,
  pathIn,
  personIn
} from './values'

export const VERSION = 'id, file_id, at, users, path, label, hash, size, written_at, written_by'

/** A version of what a held file contains now, or of bytes that were never in it. */
async function keepVersion(
  turn: Turn,
  file: FileRow,
  users: readonly Person[],
  at: number,
  label?: string,
  given?: { readonly content: Hashed; readonly by: Person }
): Promise<Version> {
  const content = given?.content
  if (content) await keepContent(turn, content)
  const own = versionOfContent(file, users, at, label)
  const version: Version =
    content && given && content.hash !== file.hash
      ? { ...own, hash: content.hash, size: content.size, written: { by: given.by, at } }
      : own
  await turn.change(
    `insert into versions (workspace_id, file_id, id, at, users, path, label, hash, size, written_at, written_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      turn.workspace,
      file.id,
      version.id,
      version.timestamp,
      json(users),
      version.path,
      label === undefined ? null : json(label),
      hashBytes(version.hash),
      version.size,
      version.written?.at ?? at,
      json(version.written?.by ?? file.by)
    ]
  )
  await turn.change(
    'update entries set last_version_at = $3, touched_at = $4 where workspace_id = $1 and id = $2',
    [turn.workspace, file.id, version.timestamp, turn.now()]
  )
  return version
}

/** A version that is to be kept of what a file contains now. */
export const versionOfContent = (
  { id, path, hash, size, by, at: writtenAt, lastVersionAt }: FileRow,
  users: readonly Person[],
  at: number,
  label?: string
): Version => ({
  id: newGuid(),
  fileId: id,
  timestamp: Math.max(Math.round(at), lastVersionAt + 1),
  users,
  path,
  hash,
  size,
  ...(label !== undefined && { label }),
  written: { by, at: writtenAt }
})

export function versionOf(row: Row): Version {
  const label = maybe(row, 'label', jsonIn)
  const users = jsonIn(row, 'users')
  const [by, at] = [maybe(row, 'written_by', personIn), maybe(row, 'written_at', numberIn)]
  return {
    id: guidIn(row, 'id'),
    fileId: guidIn(row, 'file_id'),
    timestamp: numberIn(row, 'at'),
    users: Array.isArray(users) ? users.filter(isPerson) : [],
    path: pathIn(row, 'path'),
    hash: hashIn(row, 'hash'),
    size: numberIn(row, 'size'),
    ...(typeof label === 'string' && { label }),
    ...(at !== undefined && by && { written: { by, at } })
  }
}

type Reading = Sql & Pick<Turn, 'workspace' | 'objects'>

export async function listVersions({ all, workspace }: Reading, path: ContentPath): Promise<Version[]> {
  if (!isVersioned(path)) return []
  const rows = await all(
    `select ${VERSION} from versions where workspace_id = $1 and size > 0 and file_id =
       (select id from entries where workspace_id = $1 and here and kind = 'file' and key = $2 and path = $3)
     order by at desc`,
    [workspace, keyOf(path), path]
  )
  return rows.map(versionOf)
}

export async function makeVersion(
  turn: Turn,
  path: ContentPath,
  { by, label, users = [by], condition, once = false }: VersionOptions,
  content?: Hashed
): Promise<Version> {
  const file = await heldFile(turn, path)
  if (!file) throw new GalleyError('not-found', 'There is no file to make a version of.', { where: path })
  if (!isVersioned(path))
    throw new GalleyError('not-versioned', 'Files of this type have no versions.', { where: path })
  condition?.(entryOf(file))
  const same = once ? await newestOf(turn, file, label) : null
  if (same?.hash === file.hash) return same
  const version = await keepVersion(turn, file, users, turn.now(), label, content && { content, by })
  turn.emit({ type: 'version', path, fileId: file.id, ...(label !== undefined && { label }) })
  return version
}

async function newestOf(turn: Turn, { id }: FileRow, label: string | undefined): Promise<Version | null> {
  const row = await turn.one(
    `select ${VERSION} from versions where workspace_id = $1 and file_id = $2 and label is not distinct from $3
     order by at desc limit 1`,
    [turn.workspace, id, label === undefined ? null : json(label)]
  )
  return row && versionOf(row)
}

export async function readVersion(
  sql: Reading,
  org: string,
  file: string,
  version: string
): Promise<VersionContent | null> {
  const [fileId, id] = [file.toLowerCase(), version.toLowerCase()]
  if (!isGuid(fileId) || !isGuid(id)) return null
  const row = await sql.one(
    `select v.id, file_id, v.at, users, v.path, label, v.hash, v.size, written_at, written_by,
       e.path last_path, e.here
     from versions v join entries e on e.workspace_id = v.workspace_id and e.id = v.file_id
     where v.workspace_id = $1 and v.file_id = $2 and v.id = $3`,
    [sql.workspace, fileId, id]
  )
  if (!row) return null
  const lastPath = pathIn(row, 'last_path')
  if (segmentsOf(lastPath)[0] !== org) return null
  const found = versionOf(row)
  const bytes = await contentOf(sql, found.hash, found.path)
  if (!bytes)
    throw new GalleyError('damaged', 'The content of this version is missing.', { where: found.path })
  return {
    version: found,
    currentPath: booleanIn(row, 'here') ? lastPath : null,
    lastPath,
    ext: extOf(lastPath),
    bytes
  }
}
