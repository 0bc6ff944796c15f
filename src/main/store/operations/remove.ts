import { dirname } from 'node:path'
import type { TrashItem } from '../../../common/api/types'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { ROOT } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { withBallast } from '../core/ballast'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { entryOf, fileEvent, isVersioned, siteOf } from '../logs/entries'
import { keepAllCurrent, keepCurrent } from '../core/keep-version'
import { inGroups } from './groups'
import { takeAllBack, undoAll } from './replace'
import { adopt } from '../outside/adopt'
import { takeInTree } from '../outside/take-in'
import type { TrashRecord } from '../trash/trash-records'
import { trashItemOf } from '../trash/trash-records'
import type { RemoveOptions } from '../seam/content'
import { RESTORE_POINT } from '../../../common/content/version-labels'
import { newGuid, type Guid } from '../layout/names'

type Running = Pick<RemoveOptions, 'onProgress' | 'signal'>

/** S5: deletes into the trash. Every file with versions gets a Restore Point first. */
export async function removePath(
  core: Core,
  path: ContentPath,
  { by, condition, along = [], ...running }: RemoveOptions
): Promise<TrashItem> {
  if (path === ROOT) throw new GalleyError('bad-request', 'The workspace itself cannot be deleted here.')
  return core.locks.run([path, ...along], async () => {
    const found = await adopt(core, path)
    condition?.(found.kind === 'file' ? entryOf(found.record) : null)
    if (found.kind === 'none')
      throw new GalleyError('not-found', 'There is nothing to delete here.', { where: path })
    if (found.kind === 'folder') await takeInTree(core, path)
    const places: Place[] = [{ path, kind: found.kind }]
    for (const place of along) {
      const { kind } = await adopt(core, place)
      if (kind === 'none') continue
      if (kind === 'folder') await takeInTree(core, place)
      places.push({ path: place, kind })
    }
    const trashed = await withBallast(core, () => moveTogether(core, places, by, running))
    trashed.done()
    return trashItemOf(trashed.record, core.trash.along(trashed.record.id))
  })
}

/** Something to be deleted, adopted. */
export interface Place {
  /** That it gets in the trash; default: a new one. */
  readonly id?: Guid
  readonly path: ContentPath
  readonly kind: 'file' | 'folder'
}

/** What was moved to the trash: its record, how to tell of it, and how to take it back. */
interface Trashed {
  readonly record: TrashRecord
  readonly done: () => void
  readonly takeBack: () => Promise<void>
}

/**
 * Moves several things to the trash as one item, for which the first stands. That one goes last: what a crash
 * leaves without it goes back at the next start. The caller holds the locks.
 */
export async function moveTogether(
  core: Core,
  [first, ...along]: readonly Place[],
  by: Person,
  running: Running = {}
): Promise<Trashed> {
  if (!first) throw new GalleyError('internal', 'Nothing was named to be deleted.')
  const { id = newGuid() } = first
  const moved: Trashed[] = []
  let last: Trashed
  try {
    for (const one of along)
      moved.push(
        await moveToTrash(core, one.path, one.kind, by, running, {
          with: id,
          ...(one.id !== undefined && { id: one.id })
        })
      )
    last = await moveToTrash(core, first.path, first.kind, by, running, { id })
    moved.push(last)
  } catch (error) {
    await undoAll(moved.map(({ takeBack }) => takeBack))
    throw error
  }
  return {
    record: last.record,
    done: () => [...moved].reverse().forEach(({ done }) => done()),
    takeBack: () => takeAllBack(moved.map(({ takeBack }) => takeBack))
  }
}

/**
 * Moves what is at the path to the trash. The caller holds the lock and has adopted what is there.
 * @returns the record, how to tell of it, and how to take it back
 */
export async function moveToTrash(
  core: Core,
  path: ContentPath,
  kind: 'file' | 'folder',
  by: Person,
  running: Running = {},
  item: Pick<TrashRecord, 'with'> & { readonly id?: Guid } = {}
): Promise<Trashed> {
  const { fs, layout } = core
  const files = core.index.memory.within(path)
  const { id = newGuid() } = item
  const record: TrashRecord = {
    id,
    path,
    kind,
    deletedAt: core.now(),
    deletedBy: by,
    cause: 'deleted',
    ...(item.with !== undefined && { with: item.with }),
    files
  }
  const undo: (() => Promise<unknown>)[] = []
  try {
    await keepAll(core, files, undo, running)
    undo.push(() => core.trash.discard(id))
    await core.trash.prepare(record)
    await fs.rename(layout.content(path), layout.trashContent(id))
    undo.push(() => fs.rename(layout.trashContent(id), layout.content(path)))
    await fs.syncFolder(layout.trashItem(id))
    await fs.syncFolder(dirname(layout.content(path)))
    await core.index.unbind([path])
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  core.trash.added(record)
  core.names.removed(path)
  const known = core.knownFolders.within(path)
  for (const folder of known) core.knownFolders.delete(folder)
  return {
    record,
    done: () => {
      for (const file of files.slice(0, 1))
        if (kind === 'file') core.emit(fileEvent('deleted', file, by, 'api'))
      if (kind === 'folder') core.emit({ type: 'folder', change: 'deleted', path, by })
      core.emit({ type: 'trash', site: siteOf(path) })
    },
    takeBack: async () => {
      await fs.rename(layout.trashContent(id), layout.content(path))
      await fs.syncFolder(dirname(layout.content(path)))
      await core.index.bind(files)
      await core.trash.discard(id)
      for (const folder of known) core.knownFolders.add(folder)
      await undoAll(undo.slice(0, -2))
    }
  }
}

async function keepAll(
  core: Core,
  files: readonly IndexRecord[],
  undo: (() => Promise<unknown>)[],
  { onProgress, signal }: Running
): Promise<void> {
  let done = 0
  onProgress?.(0, files.length)
  const kept = files.filter((file) => isVersioned(file.path) && file.size > 0)
  const rest = files.length - kept.length
  const [alone] = kept.length === 1 ? kept : []
  if (alone) {
    const { takeBack } = await keepCurrent(core, alone, [alone.by], RESTORE_POINT)
    undo.push(takeBack)
    onProgress?.(files.length, files.length)
    return
  }
  for (const group of inGroups(kept, ({ size }) => size)) {
    if (signal?.aborted) throw new GalleyError('cancelled', 'Cancelled. Nothing was deleted.')
    undo.push(await keepAllCurrent(core, group, RESTORE_POINT))
    done += group.length
    onProgress?.(rest + done, files.length)
  }
}
