import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { GalleyError, sentence } from '../../../common/errors'
import { confinedFs } from '../disk/confined-fs'
import type { DurableFs, FileStat, NewFile } from '../disk/durable-fs'
import { makeFoldersIn } from '../disk/durable-write'
import type { IndexRecord } from '../layout/content-index'
import { foldersOf, layoutOf, spread, type Layout } from '../layout/layout'
import { digestOf, isHash, type Guid } from '../layout/names'
import { isVersioned } from '../logs/entries'
import { historyCopyOf } from '../logs/history-copy'
import { bindLine, INDEX_HEADER } from '../logs/index-lines'
import { logLines } from '../logs/line-log'
import type { VersionEvent } from '../logs/log-events'
import { writeWorkspaceRecord } from '../records/workspace-record'
import type { Archive, ArchivedFile, ArchivedTrash, ArchiveRecord } from '../seam/archive'
import { historyOf } from './file-log'
import { contentsIn, nameOfRecord } from './named'
import { createWriting, type Writing } from './writing'
import { createRecordWriter } from './write-records'

interface WriteOptions {
  /** How many records are there. May throw, to break it off. */
  readonly onProgress?: (done: number) => void
}

/** What is known of files once they lie there. */
interface Placed {
  readonly live: IndexRecord[]
  readonly versions: Map<Guid, readonly VersionEvent[]>
  readonly trash: Map<string, { readonly item: ArchivedTrash; readonly files: IndexRecord[] }>
}

/**
 * Makes a workspace of an archive in a folder in which nothing of Galley lies; all of it is on the disk when this resolves,
 * in no order that a reader may rely on before.
 * @param root absolute, with links resolved
 */
export async function writeFolder(
  disk: DurableFs,
  root: string,
  archive: Archive,
  { onProgress = () => undefined }: WriteOptions = {}
): Promise<void> {
  const layout = layoutOf(root)
  const fs = confinedFs(disk, layout)
  const writing = createWriting(fs)
  for (const folder of [...foldersOf(layout), layout.rooms, layout.sync]) await writing.folder(folder)
  for (const folder of [layout.logs, layout.shadows, layout.blobs]) await makeFoldersIn(fs, folder, spread)
  for (const file of [layout.workspaceFile, layout.workspaceCopy])
    await writeWorkspaceRecord(fs, file, archive.id)
  const placed: Placed = { live: [], versions: new Map(), trash: new Map() }
  const records = createRecordWriter(layout, writing)
  let done = 0
  for await (const record of archive.records()) {
    onProgress(++done)
    if (record.kind === 'trash') await placeTrash(layout, writing, archive, record, placed)
    else if (record.kind === 'folder') await writing.folder(placeOf(layout, placed, record))
    else if (record.kind === 'file') await placeFile(layout, writing, archive, record, placed)
    else {
      for (const { hash, size } of contentsIn(record))
        await placeBlob(layout, writing, { archive, hash, size, of: record })
      await records.put(record)
    }
  }
  // from here on it is known how each file looks
  await writing.finish()
  for (const { item, files } of placed.trash.values())
    await writing.add(layout.trashRecord(item.id), Buffer.from(JSON.stringify(trashRecordOf(item, files))))
  await records.finish()
  await writing.add(layout.historyCopy, historyCopyOf(placed.versions))
  await writing.add(layout.indexFile, logLines([INDEX_HEADER, ...placed.live.map(bindLine)]))
  await writing.finish()
}

/** Contents of more bytes are written as they come. */
const MOST_HELD = 16 * 1024 * 1024

interface Content {
  readonly archive: Archive
  readonly hash: string
  /** Where the record tells it. */
  readonly size?: number | undefined
  readonly of: ArchiveRecord
}

/** @throws damaged where it is missing, or is not what its name says */
async function addContent(
  writing: Writing,
  path: string,
  { archive, hash, size, of }: Content,
  then?: (stat: FileStat) => readonly NewFile[]
): Promise<void> {
  const bytes = size ?? (await archive.size(hash, of)) ?? 0
  if (bytes <= MOST_HELD) {
    const content = await archive.content(hash, of)
    if (!content) throw missing(of)
    return writing.add(path, content, then)
  }
  const pieces = await archive.stream(hash, of)
  if (!pieces) throw missing(of)
  await writing.addStream(path, asNamed(pieces, hash, of), then)
}

async function* asNamed(
  pieces: AsyncIterable<Uint8Array>,
  hash: string,
  of: ArchiveRecord
): AsyncGenerator<Uint8Array, void> {
  const sum = createHash('sha256')
  for await (const piece of pieces) {
    sum.update(piece)
    yield piece
  }
  if (digestOf(sum) !== hash) throw missing(of)
}

const missing = (of: ArchiveRecord) =>
  new GalleyError(
    'damaged',
    sentence`A content of ${{ name: nameOfRecord(of) }} is missing. Nothing was written.`,
    { where: nameOfRecord(of) }
  )

async function placeBlob(layout: Layout, writing: Writing, content: Content): Promise<void> {
  const { hash } = content
  if (!isHash(hash) || writing.has(layout.blob(hash))) return
  await addContent(writing, layout.blob(hash), content)
}

async function placeTrash(
  layout: Layout,
  writing: Writing,
  archive: Archive,
  item: ArchivedTrash,
  { trash }: Placed
): Promise<void> {
  const files: IndexRecord[] = []
  trash.set(item.id, { item, files })
  await writing.folder(layout.trashItem(item.id))
  const { replaced, path } = item
  if (!replaced || !isHash(replaced.hash)) return
  const { file: id, hash, size, at, by } = replaced
  const content = { archive, hash, size, of: item }
  await addContent(writing, layout.trashContent(item.id), content, ({ mtimeMs, ino }) => {
    files.push({ path, id, hash, size, mtimeMs, ino, at, by })
    return []
  })
}

const trashRecordOf = (
  { id, path, of, cause, deletedAt, deletedBy, with: leader }: ArchivedTrash,
  files: readonly IndexRecord[]
) => ({
  id,
  path,
  kind: of,
  deletedAt,
  deletedBy,
  cause,
  ...(leader !== undefined && { with: leader }),
  files
})

function placeOf(
  layout: Layout,
  { trash }: Placed,
  { path, trash: id }: Pick<ArchivedFile, 'path'> & { readonly trash?: Guid }
): string {
  const item = id === undefined ? undefined : trash.get(id)?.item
  if (!item) return layout.content(path)
  return join(layout.trashContent(item.id), ...path.slice(item.path.length).split('/'))
}

async function placeFile(
  layout: Layout,
  writing: Writing,
  archive: Archive,
  file: ArchivedFile,
  placed: Placed
): Promise<void> {
  const { id, path, hash, size, at, by, session, since, trash, versions } = file
  for (const version of versions)
    if (version.size > 0)
      await placeBlob(layout, writing, { archive, hash: version.hash, size: version.size, of: file })
  const content = { archive, hash, size, of: file }
  const place = placeOf(layout, placed, file)
  await writing.folder(dirname(place))
  if (trash === undefined && isVersioned(path) && !writing.has(layout.blob(hash)))
    await addContent(writing, layout.shadow(id, hash), content)
  if (versions.length > 0)
    placed.versions.set(
      id,
      versions.map((version) => ({ event: 'version', ...version }))
    )
  await addContent(writing, place, content, (stat: FileStat) => {
    const { mtimeMs, ino } = stat
    const record = {
      path,
      id,
      hash,
      size,
      mtimeMs,
      ino,
      at,
      by,
      ...(session !== undefined && { session }),
      ...(since !== undefined && { since })
    }
    if (trash === undefined) placed.live.push(record)
    else placed.trash.get(trash)?.files.push(record)
    return [{ path: layout.log(id), data: logLines(historyOf(file, stat)) }]
  })
}
