import { nameOf, parentOf, ROOT, type ContentPath } from '../../../common/content/paths'
import type { ServiceEventBody } from '../../../common/api/events'
import { GalleyError } from '../../../common/errors'
import type { Person } from '../../../common/person'
import { isJunkPath } from '../layout/layout'
import { entryOf } from '../logs/entries'
import type { ContentHash, Guid } from '../layout/names'
import type { Entry, FileContent, FileStream } from '../seam/content'
import { contentOf, piecesOf, streamFrom } from './contents'
import type { Row, Sql } from './database'
import { keyOf } from './places'
import type { Turn } from './turn'
import { guidIn, hashIn, jsonIn, maybe, numberIn, pathIn, personIn, textIn } from './values'

/** A file as the table knows it. */
export interface FileRow {
  readonly id: Guid
  readonly path: ContentPath
  readonly hash: ContentHash
  readonly size: number
  /** When its content was written, Unix milliseconds. */
  readonly at: number
  readonly by: Person
  readonly session: string | undefined
  readonly since: number | undefined
  readonly lastVersionAt: number
}

export const FILE = 'id, kind, path, hash, size, at, by_whom, session, since, last_version_at'

export const fileOf = (row: Row): FileRow => ({
  id: guidIn(row, 'id'),
  path: pathIn(row, 'path'),
  hash: hashIn(row, 'hash'),
  size: numberIn(row, 'size'),
  at: numberIn(row, 'at'),
  by: personIn(row, 'by_whom'),
  session: maybe(row, 'session', sessionIn),
  since: maybe(row, 'since', numberIn),
  lastVersionAt: numberIn(row, 'last_version_at')
})

function sessionIn(row: Row, column: string): string {
  const value = jsonIn(row, column)
  return typeof value === 'string' ? value : ''
}

function anyEntry(row: Row): Entry[] {
  const path = pathIn(row, 'path')
  if (textIn(row, 'kind') === 'file') return [entryOf(fileOf(row))]
  return isJunkPath(path) ? [] : [{ kind: 'folder', path, name: nameOf(path) }]
}

type Reading = Sql & Pick<Turn, 'workspace' | 'objects'>

export async function statPath({ one, workspace }: Reading, path: ContentPath): Promise<Entry | null> {
  if (path === ROOT) return { kind: 'folder', path, name: '' }
  const row = await one(
    `select ${FILE} from entries where workspace_id = $1 and here and key = $2 and path = $3`,
    [workspace, keyOf(path), path]
  )
  return row ? (anyEntry(row)[0] ?? null) : null
}

export async function listFolder(
  { all, one, workspace }: Reading,
  folder: ContentPath
): Promise<Entry[] | null> {
  const rows = await all(`select ${FILE} from entries where workspace_id = $1 and here and parent = $2`, [
    workspace,
    keyOf(folder)
  ])
  const entries = rows.flatMap(anyEntry).filter(({ path }) => parentOf(path) === folder)
  if (entries.length === 0 && folder !== ROOT) {
    const there = await one(
      `select 1 from entries where workspace_id = $1 and here and kind = 'folder' and key = $2 and path = $3`,
      [workspace, keyOf(folder), folder]
    )
    if (!there) return null
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

export async function readWhole(sql: Reading, path: ContentPath): Promise<FileContent | null> {
  const entry = await statPath(sql, path)
  if (entry?.kind !== 'file') return null
  const bytes = await contentOf(sql, entry.hash, path)
  if (!bytes) throw new GalleyError('damaged', 'The content of this file is missing.', { where: path })
  return { entry, bytes }
}

export async function openRead(
  sql: Reading,
  path: ContentPath,
  range?: { readonly start: number; readonly end: number }
): Promise<FileStream | null> {
  const entry = await statPath(sql, path)
  if (entry?.kind !== 'file') return null
  const end = Math.min(range?.end ?? Infinity, entry.size - 1)
  return { entry, stream: streamFrom(piecesOf(sql, entry.hash, { start: range?.start ?? 0, end })) }
}

/**
 * The file at a path, held until the transaction ends; null where there is none.
 * @throws is-folder
 */
export async function heldFile({ one, workspace }: Turn, path: ContentPath): Promise<FileRow | null> {
  const row = await one(
    `select ${FILE} from entries where workspace_id = $1 and here and key = $2 and path = $3 for update`,
    [workspace, keyOf(path), path]
  )
  return row && onlyFile(row, path)
}

/**
 * The file at a path as it is now, with what its row is known by until somebody changes it (`save_file`); null where there is none.
 * @throws is-folder
 */
export async function foundFile(
  { one, workspace }: Reading,
  path: ContentPath
): Promise<{ readonly file: FileRow; readonly seen: string } | null> {
  const row = await one(
    `select ${FILE}, xmin::text seen from entries where workspace_id = $1 and here and key = $2 and path = $3`,
    [workspace, keyOf(path), path]
  )
  return row && { file: onlyFile(row, path), seen: textIn(row, 'seen') }
}

function onlyFile(row: Row, path: ContentPath): FileRow {
  if (textIn(row, 'kind') === 'file') return fileOf(row)
  throw new GalleyError('is-folder', 'This is a folder, not a file.', { where: path })
}

/** Tells of a file as it is now. */
export function emitFile({ emit }: Turn, ...told: Parameters<typeof fileChange>): void {
  emit(fileChange(...told))
}

/** What is told of a file as it is now. */
export function fileChange(
  change: 'created' | 'changed' | 'moved' | 'restored' | 'deleted',
  {
    path,
    id,
    hash,
    session
  }: Pick<FileRow, 'path' | 'id' | 'hash'> & { readonly session?: string | undefined },
  by: Person,
  from?: ContentPath
): ServiceEventBody {
  const isSave = change === 'created' || change === 'changed'
  return {
    type: 'file',
    change,
    path,
    fileId: id,
    by,
    origin: 'api',
    ...(from !== undefined && { from }),
    ...(change !== 'deleted' && { etag: hash }),
    ...(isSave && session !== undefined && { session })
  }
}
