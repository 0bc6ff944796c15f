import { dirname, join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { movedPath } from '../layout/content-index'
import { makeContentFolder, removeEmptyFolders, notifyFolders } from './create'
import { makeFolders } from '../disk/durable-write'
import { sideBySide } from '../../../common/side-by-side'
import { fileEvent } from '../logs/entries'
import { movePublished } from '../core/published-move'
import { moveToTrash } from './remove'
import { undoAll } from './replace'
import type { TransferOptions } from '../seam/content'

/** Files that wait for the disk together. */
const AT_ONCE = 16

/**
 * Moves every file of a folder into one that exists; files in the way go to the trash first. Can be done
 * again from any point where a crash left it. The caller holds the locks and has written the intent.
 * @param onDisk where the files lie: the content folder, or a staged copy of it
 * @param staged records of a staged copy, whose files are bound to ids only now
 */
export async function mergeFolder(
  core: Core,
  onDisk: string,
  from: ContentPath,
  to: ContentPath,
  options: TransferOptions,
  staged?: readonly IndexRecord[]
): Promise<void> {
  const files = staged ?? core.index.memory.within(from)
  const undo: (() => Promise<unknown>)[] = []
  const notify: (() => void)[] = []
  try {
    for (const folder of new Set(files.map(({ path }) => parentOf(movedPath(path, from, to))))) {
      const made = await makeContentFolder(core, folder)
      undo.push(() => removeEmptyFolders(core, made))
      notify.push(() => notifyFolders(core, made, options.by))
    }
    let done = 0
    await sideBySide(files, AT_ONCE, async (record) => {
      if (options.signal?.aborted) throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
      await placeFile(core, record, onDisk, from, to, options, staged !== undefined, undo, notify)
      options.onProgress?.(++done, files.length)
    })
    if (!staged) await movePublished(core, from, to, Date.now())
    await moveFolders(core, onDisk, to)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  for (const one of notify) one()
}

async function placeFile(
  core: Core,
  record: IndexRecord,
  onDisk: string,
  from: ContentPath,
  to: ContentPath,
  { by }: TransferOptions,
  isCopy: boolean,
  undo: (() => Promise<unknown>)[],
  notify: (() => void)[]
): Promise<void> {
  const { fs, layout } = core
  const source = join(onDisk, ...record.path.slice(from.length).split('/'))
  const path = movedPath(record.path, from, to)
  if ((await fs.lstat(source))?.kind !== 'file') return
  if (core.index.memory.get(path)) {
    const trashed = await moveToTrash(core, path, 'file', by)
    undo.push(trashed.takeBack)
    notify.push(trashed.done)
  }
  await fs.rename(source, layout.content(path))
  undo.push(() => fs.rename(layout.content(path), source))
  await fs.syncFolder(dirname(layout.content(path)))
  const placed = { ...record, path }
  if (isCopy) {
    await core.index.bind([placed])
    undo.push(() => core.index.unbind([path]))
  } else {
    await core.index.move(record.path, path)
    undo.push(() => core.index.move(path, record.path))
    await core.logs.note(record.id, { event: 'moved', path, at: core.now(), by }).catch(() => undefined)
  }
  core.names.added(path)
  core.names.removed(record.path)
  notify.push(() =>
    core.emit(
      isCopy ? fileEvent('created', placed, by, 'api') : fileEvent('moved', placed, by, 'api', record.path)
    )
  )
}

/** What is left of the source are folders: empty ones are made at the target too, then all go. */
async function moveFolders(core: Core, onDisk: string, to: ContentPath): Promise<void> {
  for (const { name, kind } of (await core.fs.readdir(onDisk)) ?? []) {
    if (kind !== 'folder') continue
    const target = `${to}/${name}` as ContentPath
    await makeFolders(core.fs, core.layout.content(target))
    await moveFolders(core, join(onDisk, name), target)
  }
  // a file that is no content may still be in it: then the folder stays
  await core.fs.rmdir(onDisk).catch(() => undefined)
}
