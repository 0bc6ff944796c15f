import { join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { ROOT } from '../../../common/content/paths'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { filesIn, foldersIn } from '../disk/durable-read'
import { isVersioned } from '../logs/entries'
import { historyCopyOf } from '../logs/history-copy'
import { bindLine, INDEX_HEADER } from '../logs/index-lines'
import { logLines } from '../logs/line-log'
import { listFolder } from '../operations/read'
import type { TrashRecord } from '../trash/trash-records'
import { captureDeleted, captureFile } from './capture'
import { entriesOfFile, nothingTaken, type Taken } from './files'
import { entryOfBytes } from './pieces'
import { entriesOfContents, entriesOfRecords, entriesOfUnbound } from './records'
import type { SnapshotEntry, WorkspaceSnapshot } from '../seam/folder'

export { isSnapshotFile, isSnapshotFolder } from './places'

interface Tree {
  readonly takenAt: number
  readonly folders: readonly ContentPath[]
  readonly live: readonly IndexRecord[]
  readonly trash: readonly TrashRecord[]
}

/**
 * Everything in the workspace while people go on writing. In one moment of quiet, in which nothing is moved
 * or deleted, the tree is noted: which files there are, and where. Then file after file is taken under its
 * own lock, wherever it went meanwhile, and put where it was. After the histories come the contents that they
 * name: those are durable before anything names them (W5), and stay.
 */
export async function takeSnapshot(
  core: Core,
  workspace: WorkspaceSnapshot['workspace']
): Promise<WorkspaceSnapshot> {
  const folders = await allFolders(core, ROOT)
  await core.pendingAdoption.done()
  const tree = await core.locks.run([ROOT], () => Promise.resolve(treeOf(core, folders)))
  const taken = nothingTaken()
  return {
    workspace,
    takenAt: tree.takenAt,
    expected: await expectedBytes(core, tree),
    leftOut: taken.leftOut,
    entries: () => entriesOf(core, tree, taken)
  }
}

/** What other programs did is taken in on the way. */
async function allFolders(core: Core, folder: ContentPath): Promise<ContentPath[]> {
  const found: ContentPath[] = []
  for (const entry of (await listFolder(core, folder)) ?? [])
    if (entry.kind === 'folder') found.push(entry.path, ...(await allFolders(core, entry.path)))
  return found
}

function treeOf(core: Core, folders: readonly ContentPath[]): Tree {
  const { waiting } = core.pendingAdoption
  return {
    takenAt: core.now(),
    folders,
    // what another program is just putting there has no history yet
    live: [...core.index.memory.all()].filter(({ id }) => !waiting.has(id)),
    trash: core.trash.all()
  }
}

async function* entriesOf(core: Core, tree: Tree, taken: Taken): AsyncGenerator<SnapshotEntry, void> {
  for (const folder of ['content', '.galley']) yield { kind: 'folder', path: folder }
  for (const folder of tree.folders) yield { kind: 'folder', path: `content${folder}` }
  for (const { id, path } of tree.live) {
    const captured = await captureFile(core, id)
    // deleted for good since then: its person did not want it kept
    if (!captured) continue
    taken.records.push({ ...captured.record, path })
    yield* entriesOfFile(taken, captured, `content${path}`)
  }
  for (const item of tree.trash) yield* entriesOfDeleted(core, taken, item)
  yield* entriesOfUnbound(core, taken)
  yield* entriesOfRecords(core, taken)
  yield* entriesOfContents(core)
  yield entryOfBytes('.galley/versions.log', historyCopyOf(taken.versions))
  yield entryOfBytes('.galley/index.log', logLines([INDEX_HEADER, ...taken.records.map(bindLine)]))
}

async function* entriesOfDeleted(
  core: Core,
  taken: Taken,
  item: TrashRecord
): AsyncGenerator<SnapshotEntry, void> {
  const content = `.galley/trash/${item.id}/content`
  const files: IndexRecord[] = []
  if (item.kind === 'folder') yield { kind: 'folder', path: content }
  for (const { id, path } of item.files) {
    // brought back since then: it goes into the trash where it was
    const captured =
      (await captureDeleted(core, item, id)) ??
      (item.cause === 'deleted' ? await captureFile(core, id) : null)
    if (!captured) continue
    files.push({ ...captured.record, path })
    yield* entriesOfFile(taken, captured, content + path.slice(item.path.length))
  }
  if (files.length > 0 || item.files.length === 0)
    yield entryOfBytes(
      `.galley/trash/${item.id}/record.json`,
      Buffer.from(JSON.stringify({ ...item, files }))
    )
}

async function expectedBytes({ fs, layout }: Core, { live, trash }: Tree): Promise<number> {
  let sum = 0
  // a document lies there twice
  for (const { size, path } of live) sum += isVersioned(path) ? size * 2 : size
  for (const { files } of trash) for (const { size } of files) sum += size
  for (const folder of await foldersIn(fs, layout.blobs)) {
    const files = (await filesIn(fs, join(layout.blobs, folder))).map((name) =>
      join(layout.blobs, folder, name)
    )
    for (const stat of await fs.lstatAll(files)) sum += stat?.size ?? 0
  }
  return sum
}
