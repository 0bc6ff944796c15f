import { dirname } from 'node:path'
import type { Person } from '../../../common/person'
import { RESTORE_POINT } from '../../../common/content/version-labels'
import type { Core } from '../core/core'
import { keepAllCurrent } from '../core/keep-version'
import { allDone } from '../disk/durable-write'
import type { IndexRecord } from '../layout/content-index'
import { newGuid } from '../layout/names'
import { fileEvent, isVersioned, siteOf } from '../logs/entries'
import type { TrashRecord } from '../trash/trash-records'
import { inGroups } from './groups'
import { takeAllBack, undoAll } from './replace'

/**
 * Moves many files to the trash, an item each, every step for all of them: their Restore Points · the records
 * of the items · the files. A crash leaves each where it was or in the trash. Rejects when one of them failed:
 * then none is there. The caller holds the locks and has adopted what is there.
 * @returns how to tell of it, and how to take it back
 */
export async function moveFilesToTrash(
  core: Core,
  files: readonly IndexRecord[],
  by: Person
): Promise<{ readonly done: () => void; readonly takeBack: () => Promise<void> }> {
  const { fs, layout } = core
  const items = files.map((file): TrashRecord => ({
    id: newGuid(),
    path: file.path,
    kind: 'file',
    deletedAt: core.now(),
    deletedBy: by,
    cause: 'deleted',
    files: [file]
  }))
  const undo: (() => Promise<unknown>)[] = []
  try {
    const kept = files.filter(({ path, size }) => isVersioned(path) && size > 0)
    for (const group of inGroups(kept, ({ size }) => size))
      undo.push(await keepAllCurrent(core, group, RESTORE_POINT))
    undo.push(() => discardEmpty(core, items))
    await core.trash.prepareAll(items)
    undo.push(() => core.index.bind(files))
    undo.push(() => filesBack(core, items))
    await fs.renameAll(
      items.map(({ id, path }) => ({ from: layout.content(path), to: layout.trashContent(id) }))
    )
    await syncFolders(core, items)
    await core.index.unbind(files.map(({ path }) => path))
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  for (const item of items) {
    core.trash.added(item)
    core.names.removed(item.path)
  }
  return {
    done: () => {
      for (const file of files) core.emit(fileEvent('deleted', file, by, 'api'))
      for (const site of new Set(files.map(({ path }) => siteOf(path)))) core.emit({ type: 'trash', site })
    },
    takeBack: () => takeAllBack(undo)
  }
}

/** What has come to the trash, to its place once more. */
async function filesBack({ fs, layout, names }: Core, items: readonly TrashRecord[]): Promise<void> {
  const there = await fs.lstatAll(items.map(({ id }) => layout.trashContent(id)))
  const back = items.filter((_item, at) => there[at])
  await fs.renameAll(
    back.map(({ id, path }) => ({ from: layout.trashContent(id), to: layout.content(path), over: null }))
  )
  for (const { path } of back) names.added(path)
}

/** What still lies in the trash stays there. */
async function discardEmpty({ fs, layout, trash }: Core, items: readonly TrashRecord[]): Promise<void> {
  const there = await fs.lstatAll(items.map(({ id }) => layout.trashContent(id)))
  await allDone(items.filter((_item, at) => !there[at]).map(({ id }) => trash.discard(id)))
}

async function syncFolders({ fs, layout }: Core, items: readonly TrashRecord[]): Promise<void> {
  const folders = new Set(items.map(({ path }) => dirname(layout.content(path))))
  await allDone([...folders].map((folder) => fs.syncFolder(folder)))
}
