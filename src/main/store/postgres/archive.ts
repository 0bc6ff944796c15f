import type { Content, Placed } from '../../../common/moment/file-history'
import { GalleyError } from '../../../common/errors'
import { inKeyOrder } from '../archive/named'
import { isKindThatGoes, isSettingThatGoes } from '../archive/travels'
import { isJunkPath } from '../layout/layout'
import type { Guid } from '../layout/names'
import type { Archive, ArchivedFile, ArchivedTrash, ArchiveRecord } from '../seam/archive'
import { readRoomLog, roomLine } from '../logs/room-entries'
import { contentOf, piecesOf, sizeOf } from './contents'
import type { Row, Sql } from './database'
import { FILE, fileOf } from './files'
import { placedIn } from './histories'
import { stateOf } from './published-rows'
import { bytesIn, guidIn, hashIn, jsonIn, maybe, numberIn, pathIn, personIn, textIn } from './values'
import type { Turn } from './turn'
import { VERSION, versionOf } from './versions'

/** So many files are asked for at a time, each with its whole history. */
const GROUP = 100

type Reading = Sql & Pick<Turn, 'workspace' | 'objects'>

/** A workspace in PostgreSQL, as an archive. @param sql of one moment */
export function archiveIn(sql: Reading): Archive {
  return {
    id: sql.workspace,
    records: () => recordsIn(sql),
    content: (hash) => contentOf(sql, hash),
    async stream(hash) {
      const size = await sizeOf(sql, hash)
      return size === null ? null : piecesOf(sql, hash, { start: 0, end: size - 1 })
    },
    size: (hash) => sizeOf(sql, hash)
  }
}

async function* recordsIn(sql: Reading): AsyncGenerator<ArchiveRecord, void> {
  const { all, workspace } = sql
  const trash = await all(
    `select t.id, t.path, t.kind, t.cause, t.deleted_at, t.deleted_by, t.with_id,
       r.file_id, r.hash, r.size, r.at, r.by_whom
     from trash_items t left join replaced r on r.workspace_id = t.workspace_id and r.trash_id = t.id
     where t.workspace_id = $1 order by t.deleted_at, t.id`,
    [workspace]
  )
  for (const row of trash) yield trashOf(row)
  const folders = await all(
    `select path, trash_id from entries where workspace_id = $1 and kind = 'folder'`,
    [workspace]
  )
  yield* foldersOf(folders)
  for await (const group of groupsOf(sql)) yield* group
  const states = await all('select state from published where workspace_id = $1', [workspace])
  for (const state of inKeyOrder(states.map(stateOf))) yield { kind: 'published', state }
  yield* smallRecords(sql)
}

function trashOf(row: Row): ArchivedTrash {
  const leader = maybe(row, 'with_id', guidIn)
  const file = maybe(row, 'file_id', guidIn)
  return {
    kind: 'trash',
    id: guidIn(row, 'id'),
    path: pathIn(row, 'path'),
    of: textIn(row, 'kind') === 'file' ? 'file' : 'folder',
    cause: textIn(row, 'cause') === 'deleted' ? 'deleted' : 'replaced',
    deletedAt: numberIn(row, 'deleted_at'),
    deletedBy: personIn(row, 'deleted_by'),
    ...(leader !== undefined && { with: leader }),
    ...(file !== undefined && { replaced: { file, ...contentIn(row) } })
  }
}

function* foldersOf(rows: readonly Row[]): Generator<ArchiveRecord, void> {
  const all = rows.map((row) => ({ path: pathIn(row, 'path'), trash: maybe(row, 'trash_id', guidIn) }))
  const here = all.filter(({ path, trash }) => trash === undefined && !isJunkPath(path))
  for (const { path } of here.sort((a, b) => (a.path < b.path ? -1 : 1))) yield { kind: 'folder', path }
  const gone = all.flatMap(({ path, trash }) => (trash === undefined ? [] : [{ path, trash }]))
  gone.sort((a, b) => (a.trash === b.trash ? (a.path < b.path ? -1 : 1) : a.trash < b.trash ? -1 : 1))
  for (const { path, trash } of gone) yield { kind: 'folder', path, trash }
}

async function* groupsOf(sql: Reading): AsyncGenerator<ArchivedFile[], void> {
  for (let after: string | null = null; ;) {
    const rows: readonly Row[] = await sql.all(
      `select ${FILE}, trash_id from entries where workspace_id = $1 and kind = 'file' and ($2::uuid is null or id > $2)
       order by id limit ${GROUP}`,
      [sql.workspace, after]
    )
    const last = rows[rows.length - 1]
    if (!last) return
    after = guidIn(last, 'id')
    yield await filesOf(sql, rows)
  }
}

async function filesOf({ all, workspace }: Reading, rows: readonly Row[]): Promise<ArchivedFile[]> {
  const ids = rows.map((row) => guidIn(row, 'id'))
  const happened = await all(
    `select file_id, kind, at, by_whom, path, deleted_at, hash, size from happenings
     where workspace_id = $1 and file_id = any($2) order by n`,
    [workspace, ids]
  )
  const versions = await all(
    `select ${VERSION} from versions where workspace_id = $1 and file_id = any($2) order by at`,
    [workspace, ids]
  )
  const [events, kept] = [byFile(happened), byFile(versions)]
  return rows.map((row) =>
    fileIn(row, events.get(guidIn(row, 'id')) ?? [], kept.get(guidIn(row, 'id')) ?? [])
  )
}

function fileIn(row: Row, events: readonly Row[], versions: readonly Row[]): ArchivedFile {
  const { id, path, hash, size, at, by, session, since } = fileOf(row)
  const trash = maybe(row, 'trash_id', guidIn)
  const of = (kind: string) => events.filter((event) => textIn(event, 'kind') === kind)
  const [created] = of('created')
  return {
    kind: 'file',
    id,
    path,
    ...(trash !== undefined && { trash }),
    hash,
    size,
    at,
    by,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since }),
    created: created ? placed(created) : null,
    places: of('placed').map((event) => {
      const deletedAt = maybe(event, 'deleted_at', numberIn)
      return { ...placed(event), ...(deletedAt !== undefined && { deletedAt }) }
    }),
    written: of('written').map(contentIn),
    versions: versions.map((version) => {
      const { fileId: _file, ...rest } = versionOf(version)
      return rest
    })
  }
}

function placed(row: Row): Placed {
  const { by, ...rest } = placedIn(row)
  return { ...rest, ...(by && { by }) }
}

const contentIn = (row: Row) =>
  ({
    hash: hashIn(row, 'hash'),
    size: numberIn(row, 'size'),
    at: numberIn(row, 'at'),
    by: personIn(row, 'by_whom')
  }) satisfies Content

function byFile(rows: readonly Row[]): Map<Guid, Row[]> {
  const found = new Map<Guid, Row[]>()
  for (const row of rows) {
    const id = guidIn(row, 'file_id')
    const known = found.get(id)
    if (known) known.push(row)
    else found.set(id, [row])
  }
  return found
}

async function* smallRecords({ all, workspace }: Reading): AsyncGenerator<ArchiveRecord, void> {
  for (const row of await all(
    'select name, value from documents where workspace_id = $1 order by name collate "C"',
    [workspace]
  ))
    if (isSettingThatGoes(textIn(row, 'name')))
      yield { kind: 'document', name: textIn(row, 'name'), value: jsonIn(row, 'value') }
  for (const row of await all(
    'select kind, key, value from records where workspace_id = $1 order by kind collate "C", key',
    [workspace]
  ))
    if (isKindThatGoes(textIn(row, 'kind')))
      yield { kind: 'record', of: textIn(row, 'kind'), key: textIn(row, 'key'), value: jsonIn(row, 'value') }
  const synced = await all(
    `select v.pair, v.key, v.value,
       array(select encode(hash, 'hex') from sync_needs s where s.workspace_id = $1 and s.pair = v.pair and s.key = v.key) needs
     from sync_values v where workspace_id = $1 order by pair collate "C", n`,
    [workspace]
  )
  for (const row of synced) {
    const key = jsonIn(row, 'key')
    const needs: unknown = row['needs']
    if (typeof key !== 'string') continue
    yield {
      kind: 'sync',
      pair: textIn(row, 'pair'),
      key,
      value: jsonIn(row, 'value'),
      needs: Array.isArray(needs) ? needs.filter((hash) => typeof hash === 'string').sort() : []
    }
  }
  const rooms = await all('select file_id, at from room_logs where workspace_id = $1 order by file_id', [
    workspace
  ])
  for (const room of rooms) {
    const file = guidIn(room, 'file_id')
    const lines = await all(
      'select line from room_lines where workspace_id = $1 and file_id = $2 order by n',
      [workspace, file]
    )
    const { entries, isDamaged } = readRoomLog(Buffer.concat(lines.map((row) => bytesIn(row, 'line'))))
    if (isDamaged)
      throw new GalleyError('damaged', 'What is written together in a file is damaged.', { where: file })
    yield {
      kind: 'room',
      file,
      at: numberIn(room, 'at'),
      lines: entries.map((entry) => roomLine([entry]).toString('utf8'))
    }
  }
}
