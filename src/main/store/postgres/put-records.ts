import { newGuid, isHash } from '../layout/names'
import type { ArchivedFolder, ArchivedRoom, ArchivedTrash, ArchiveRecord } from '../seam/archive'
import { putFiles } from './put-files'
import { rows, type Into } from './put-rows'
import { keyOf, parentKeyOf } from './places'
import { hashBytes, json } from './values'
import { siteOf } from '../../../common/content/paths'

const TABLES = [
  'versions',
  'happenings',
  'editing',
  'replaced',
  'entries',
  'trash_items',
  'published',
  'documents',
  'records'
]

/** Everything but contents: records are put from the start each time. */
export async function clearRecords({ change, workspace }: Into): Promise<void> {
  for (const table of [...TABLES, 'sync_values', 'room_logs'])
    await change(`delete from ${table} where workspace_id = $1`, [workspace])
}

/** Records of an archive, in its order; their contents are there. What is wrong with one shows when both sides are compared. */
export async function putRecords(into: Into, records: readonly ArchiveRecord[]): Promise<void> {
  const of = <K extends ArchiveRecord['kind']>(kind: K) =>
    records.filter((record): record is Extract<ArchiveRecord, { kind: K }> => record.kind === kind)
  await putTrash(into, of('trash'))
  await putFolders(into, of('folder'))
  await putFiles(into, of('file'))
  await putStates(into, of('published'))
  await rows(
    into,
    'documents (workspace_id, name, value)',
    'text, text',
    of('document'),
    ({ name, value }) => [name, json(value)]
  )
  await rows(into, 'records (workspace_id, kind, key, value)', 'text, text, text', of('record'), (record) => [
    record.of,
    record.key,
    json(record.value)
  ])
  await putSync(into, of('sync'))
  for (const room of of('room')) await putRoom(into, room)
}

/** Of what was deleted, how many files it is. */
export async function countTrash({ change, workspace }: Into): Promise<void> {
  await change(
    `update trash_items t set files =
       (select count(*) from entries e where e.workspace_id = $1 and e.trash_id = t.id and e.kind = 'file')
     where t.workspace_id = $1 and t.cause = 'deleted'`,
    [workspace]
  )
}

async function putTrash(into: Into, items: readonly ArchivedTrash[]): Promise<void> {
  await rows(
    into,
    'trash_items (workspace_id, id, site_key, path, kind, cause, files, deleted_at, deleted_by, with_id)',
    'uuid, text, text, text, text, integer, double precision, text, uuid',
    items,
    ({ id, path, of, cause, deletedAt, deletedBy, with: leader }) => [
      id,
      keyOf(siteOf(path)),
      path,
      of,
      cause,
      1,
      deletedAt,
      json(deletedBy),
      leader ?? null
    ]
  )
  await rows(
    into,
    'replaced (workspace_id, trash_id, file_id, hash, size, at, by_whom)',
    'uuid, uuid, bytea, bigint, double precision, text',
    items.flatMap(({ id, replaced }) => (replaced ? [{ id, ...replaced }] : [])),
    ({ id, file, hash, size, at, by }) => [id, file, hashBytes(hash), size, at, json(by)]
  )
}

const putFolders = (into: Into, folders: readonly ArchivedFolder[]) =>
  rows(
    into,
    'entries (workspace_id, id, kind, here, path, key, parent, touched_at, trash_id)',
    'uuid, text, boolean, text, text, text, double precision, uuid',
    folders,
    ({ path, trash }) => [
      newGuid(),
      'folder',
      trash === undefined,
      path,
      keyOf(path),
      parentKeyOf(path),
      0,
      trash ?? null
    ]
  )

const putStates = (into: Into, states: readonly Extract<ArchiveRecord, { kind: 'published' }>[]) =>
  rows(
    into,
    'published (workspace_id, environment, path, site_key, hash, companion, moved_to, state)',
    'text, text, text, bytea, bytea, text, text',
    states,
    ({ state }) => [
      state.environment,
      state.path,
      keyOf(siteOf(state.path)),
      hashBytes(state.hash),
      state.companion === undefined ? null : hashBytes(state.companion),
      state.movedTo ?? null,
      json(state)
    ]
  )

async function putSync(
  into: Into,
  lines: readonly Extract<ArchiveRecord, { kind: 'sync' }>[]
): Promise<void> {
  await rows(
    into,
    'sync_values (workspace_id, pair, key, value)',
    'text, text, text',
    lines,
    ({ pair, key, value }) => [pair, json(key), json(value)]
  )
  await rows(
    into,
    'sync_needs (workspace_id, pair, key, hash)',
    'text, text, bytea',
    lines.flatMap(({ pair, key, needs }) => needs.filter(isHash).map((hash) => ({ pair, key, hash }))),
    ({ pair, key, hash }) => [pair, json(key), hashBytes(hash)]
  )
}

async function putRoom(into: Into, { file, at, lines }: ArchivedRoom): Promise<void> {
  const size = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
  await rows(
    into,
    'room_logs (workspace_id, file_id, at, size)',
    'uuid, double precision, bigint',
    [file],
    () => [file, at, size]
  )
  await rows(into, 'room_lines (workspace_id, file_id, line)', 'uuid, bytea', lines, (line) => [
    file,
    Buffer.from(line)
  ])
}
