import { join } from 'node:path'
import { ROOT, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import { foldersIn, readIfPlain } from '../disk/durable-read'
import { streamOf } from '../disk/handle-stream'
import { readHash } from '../disk/hash-file'
import type { IndexRecord } from '../layout/content-index'
import { sha256, sha256InTurns } from '../layout/checksum'
import { childPath, isJunk, isJunkPath } from '../layout/layout'
import { isHash, type Guid } from '../layout/names'
import { readLog } from '../logs/line-log'
import { parseEvent } from '../logs/log-events'
import { listFolder } from '../operations/read'
import type { Archive, ArchivedFile, ArchivedTrash, ArchiveRecord } from '../seam/archive'
import type { TrashRecord } from '../trash/trash-records'
import { toldBy } from './file-log'
import { recordsOfFolder } from './read-records'

/** Of no bytes; versions of that may have no copy. */
const NOTHING = sha256(new Uint8Array())

/** A workspace in a folder, as an archive. Nothing may write in it meanwhile. */
export function archiveOfFolder(core: Core, id: string): Archive {
  return {
    id,
    records: () => recordsIn(core),
    async content(hash, of) {
      if (hash === NOTHING) return new Uint8Array()
      for (const file of placesOf(core, hash, of)) {
        if ((await core.fs.lstat(file))?.kind !== 'file') continue
        const bytes = await readIfPlain(core.fs, file)
        if (bytes && (await sha256InTurns(bytes)) === hash) return bytes
      }
      return null
    },
    async stream(hash, of) {
      for (const file of placesOf(core, hash, of)) {
        const stat = await core.fs.lstat(file)
        if (stat?.kind !== 'file' || (await readHash(core.fs, file)) !== hash) continue
        return streamOf(await core.fs.open(file, 'read'), 0, stat.size - 1)
      }
      return null
    },
    async size(hash, of) {
      if (hash === NOTHING) return 0
      for (const file of placesOf(core, hash, of)) {
        const stat = await core.fs.lstat(file)
        if (stat?.kind === 'file') return stat.size
      }
      return null
    }
  }
}

async function* recordsIn(core: Core): AsyncGenerator<ArchiveRecord, void> {
  // what other programs did is taken in on the way
  const folders = await foldersHere(core, ROOT)
  await core.pendingAdoption.done()
  const trash = core.trash.all().sort((a, b) => a.deletedAt - b.deletedAt || (a.id < b.id ? -1 : 1))
  for (const item of trash) yield trashOf(item)
  for (const path of folders.sort()) yield { kind: 'folder', path }
  for (const { id, kind, path, cause } of byId(trash))
    if (kind === 'folder' && cause === 'deleted')
      for (const folder of (await foldersAt(core, core.layout.trashContent(id), path)).sort())
        yield { kind: 'folder', path: folder, trash: id }
  for (const { record, item } of filesOf(core, trash)) yield await fileOf(core, record, item)
  yield* recordsOfFolder(core)
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => (a.id < b.id ? -1 : 1))

async function foldersHere(core: Core, folder: ContentPath): Promise<ContentPath[]> {
  const found: ContentPath[] = []
  for (const entry of (await listFolder(core, folder)) ?? [])
    if (entry.kind === 'folder' && !isJunkPath(entry.path))
      found.push(entry.path, ...(await foldersHere(core, entry.path)))
  return found
}

/** The folder that lies at a place of the disk and was at this path, with those below it. */
async function foldersAt(core: Core, place: string, path: ContentPath): Promise<ContentPath[]> {
  const found = [path]
  for (const name of await foldersIn(core.fs, place)) {
    const child = isJunk(name) ? null : childPath(path, name)
    if (child !== null) found.push(...(await foldersAt(core, join(place, name), child)))
  }
  return found
}

function trashOf({
  id,
  path,
  kind,
  cause,
  deletedAt,
  deletedBy,
  with: leader,
  files
}: TrashRecord): ArchivedTrash {
  const [file] = files
  return {
    kind: 'trash',
    id,
    path,
    of: kind,
    cause,
    deletedAt,
    deletedBy,
    ...(leader !== undefined && { with: leader }),
    ...(cause === 'replaced' &&
      file && { replaced: { file: file.id, hash: file.hash, size: file.size, at: file.at, by: file.by } })
  }
}

/** Those that are there and those in the trash, by their ids. */
function filesOf(core: Core, trash: readonly TrashRecord[]) {
  const found = new Map<Guid, { readonly record: IndexRecord; readonly item?: Guid }>()
  for (const { id: item, cause, files } of trash)
    if (cause === 'deleted') for (const record of files) found.set(record.id, { record, item })
  for (const record of core.index.memory.all()) found.set(record.id, { record })
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

async function fileOf(core: Core, record: IndexRecord, item: Guid | undefined): Promise<ArchivedFile> {
  const { id, path, hash, size, at, by, session, since } = record
  const log = core.layout.log(id)
  const bytes = (await core.fs.lstat(log)) ? await readIfPlain(core.fs, log) : new Uint8Array()
  if (!bytes) throw new GalleyError('damaged', 'The history of this file cannot be read.', { where: path })
  const events = readLog(bytes).values.flatMap((value) => parseEvent(value, id) ?? [])
  return {
    kind: 'file',
    id,
    path,
    ...(item !== undefined && { trash: item }),
    hash,
    size,
    at,
    by,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since }),
    ...toldBy(id, events)
  }
}

/** Where a content that a record names may lie. */
function placesOf({ layout, trash }: Core, hash: string, of: ArchiveRecord): string[] {
  if (!isHash(hash)) return []
  const blob = layout.blob(hash)
  if (of.kind === 'trash') return [layout.trashContent(of.id), blob]
  if (of.kind !== 'file' || of.hash !== hash) return [blob]
  const item = of.trash === undefined ? undefined : trash.get(of.trash)
  const own =
    of.trash === undefined
      ? layout.content(of.path)
      : join(layout.trashContent(of.trash), ...of.path.slice(item?.path.length ?? of.path.length).split('/'))
  return [own, layout.shadow(of.id, hash), blob]
}
