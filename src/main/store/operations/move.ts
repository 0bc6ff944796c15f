import { dirname } from 'node:path'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { isInClientTrash, parentOf } from '../../../common/content/paths'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { movedPath } from '../layout/content-index'
import { makeContentFolder, removeEmptyFolders, notifyFolders } from './create'
import { fileEvent, isVersioned, siteOf } from '../logs/entries'
import { beginIntent, endIntent } from '../logs/journal'
import { mergeFolder } from './merge'
import { noteMoved } from './note-moved'
import { movePublished } from '../core/published-move'
import { takeAllBack, undoAll } from './replace'
import { moveToTrash } from './remove'
import { prepareTransfer } from './transfer'
import { checkTransfer } from '../layout/transfer-rules'
import type { TransferOptions } from '../seam/content'
import { newGuid } from '../layout/names'

/** S4: keeps ids and history; all or nothing. @returns the number of files */
export async function movePath(
  core: Core,
  from: ContentPath,
  to: ContentPath,
  options: TransferOptions
): Promise<number> {
  checkTransfer(from, to)
  return core.locks.run([from, to], async () => {
    const { source, target, files } = await prepareTransfer(
      core,
      from,
      to,
      options.overwrite === true,
      'moves'
    )
    options.onProgress?.(0, files.length)
    const id = newGuid()
    await beginIntent(core.fs, core.layout, { op: 'move', id, from, to, at: Date.now() })
    try {
      if (target.kind === 'folder') {
        await mergeFolder(core, core.layout.content(from), from, to, options)
      } else {
        const renamed = await renameWhole(core, {
          from,
          to,
          kind: source.kind,
          replaces: target.kind === 'file',
          by: options.by,
          at: Date.now()
        })
        await renamed.notify()
      }
    } finally {
      await endIntent(core.fs, core.layout, id).catch(() => undefined)
    }
    options.onProgress?.(files.length, files.length)
    return files.length
  })
}

interface Rename {
  readonly from: ContentPath
  readonly to: ContentPath
  readonly kind: 'file' | 'folder'
  /** A file is in the way, and goes to the trash. */
  readonly replaces: boolean
  readonly by: Person
  /** What was published at either path since then stays, Unix milliseconds. */
  readonly at: number
}

/**
 * Gives a file or folder another path, with what is published of it; all or nothing. The caller holds the
 * locks and has written the intent.
 * @returns how to tell of it, and how to take it back
 */
export async function renameWhole(
  core: Core,
  { from, to, kind, replaces, by, at }: Rename
): Promise<{ notify: () => Promise<void>; takeBack: () => Promise<void> }> {
  const { fs, layout } = core
  const undo: (() => Promise<unknown>)[] = []
  try {
    const trashed = replaces ? await moveToTrash(core, to, 'file', by) : null
    if (trashed) undo.push(trashed.takeBack)
    const made = await makeContentFolder(core, parentOf(to))
    undo.push(() => removeEmptyFolders(core, made))
    await backNewDocuments(core, from, to, kind)
    await fs.rename(layout.content(from), layout.content(to))
    undo.push(() => fs.rename(layout.content(to), layout.content(from)))
    await fs.syncFolder(dirname(layout.content(to)))
    if (parentOf(from) !== parentOf(to)) await fs.syncFolder(dirname(layout.content(from)))
    const moved = await core.index.move(from, to)
    undo.push(() => core.index.move(to, from))
    await movePublished(core, from, to, at)
    undo.push(() => movePublished(core, to, from, at))
    return {
      notify: async () => {
        trashed?.done()
        notifyFolders(core, made, by)
        await notifyMoved(core, moved, from, to, kind, by)
      },
      takeBack: () => takeAllBack(undo)
    }
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

/** A file that becomes a document by its new name gets the copy that documents have. */
async function backNewDocuments(
  core: Core,
  from: ContentPath,
  to: ContentPath,
  kind: 'file' | 'folder'
): Promise<void> {
  const record = core.index.memory.get(from)
  if (kind !== 'file' || !record || isVersioned(from) || !isVersioned(to)) return
  await core.backing.keep(record.id, record.hash, await core.fs.readFile(core.layout.content(from)))
}

async function notifyMoved(
  core: Core,
  moved: readonly IndexRecord[],
  from: ContentPath,
  to: ContentPath,
  kind: 'file' | 'folder',
  by: Person
): Promise<void> {
  core.names.removed(from)
  core.names.added(to)
  await noteMoved(core, moved, by)
  for (const path of [from, to]) if (isInClientTrash(path)) core.emit({ type: 'trash', site: siteOf(path) })
  if (kind === 'file') {
    for (const record of moved) core.emit(fileEvent('moved', record, by, 'api', from))
    return
  }
  for (const folder of core.knownFolders.within(from)) {
    core.knownFolders.delete(folder)
    core.knownFolders.add(movedPath(folder, from, to))
  }
  core.emit({ type: 'folder', change: 'moved', path: to, from, by })
}
