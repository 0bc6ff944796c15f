import { join } from 'node:path'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { movedPath } from '../layout/content-index'
import { makeContentFolder, removeEmptyFolders, notifyFolders } from './create'
import { allDone, makeFolders } from '../disk/durable-write'
import { fileEvent } from '../logs/entries'
import { movePublished } from '../core/published-move'
import { inGroups } from './groups'
import { noteMoved } from './note-moved'
import { moveFilesToTrash } from './remove-together'
import { undoAll } from './replace'
import type { TransferOptions } from '../seam/content'

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
    for (const group of inGroups(files, () => 0)) {
      if (options.signal?.aborted) throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
      await placeFiles(
        core,
        group,
        { onDisk, from, to, by: options.by, isCopy: staged !== undefined },
        undo,
        notify
      )
      done += group.length
      options.onProgress?.(done, files.length)
    }
    if (!staged) await movePublished(core, from, to, Date.now())
    await moveFolders(core, onDisk, to)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  for (const one of notify) one()
}

interface Placing {
  readonly onDisk: string
  readonly from: ContentPath
  readonly to: ContentPath
  readonly by: Person
  readonly isCopy: boolean
}

/** Each step for all of them: what is in the way to the trash · the names, durable · the index. */
async function placeFiles(
  core: Core,
  records: readonly IndexRecord[],
  { onDisk, from, to, by, isCopy }: Placing,
  undo: (() => Promise<unknown>)[],
  notify: (() => void)[]
): Promise<void> {
  const { fs, layout } = core
  const all = records.map((record) => {
    const path = movedPath(record.path, from, to)
    const source = join(onDisk, ...record.path.slice(from.length).split('/'))
    return { record, placed: { ...record, path }, source, target: layout.content(path) }
  })
  const stats = await fs.lstatAll(all.map(({ source }) => source))
  const files = all.filter((_one, at) => stats[at]?.kind === 'file')
  const inTheWay = files.flatMap(({ placed }) => core.index.memory.get(placed.path) ?? [])
  if (inTheWay.length > 0) {
    const trashed = await moveFilesToTrash(core, inTheWay, by)
    undo.push(trashed.takeBack)
    notify.push(trashed.done)
  }
  undo.push(() => namesBack(core, files))
  const came = await fs.renameAll(
    files.map(({ source, target }) => ({ from: source, to: target, over: null }))
  )
  const taken = files.find((_file, at) => !came[at])
  if (taken)
    throw new GalleyError(
      'exists',
      'Another program has put something here meanwhile. Nothing was changed.',
      {
        where: taken.placed.path
      }
    )
  if (isCopy) {
    undo.push(() => core.index.unbind(files.map(({ placed }) => placed.path)))
    await core.index.bind(files.map(({ placed }) => placed))
  } else {
    undo.push(() =>
      moveInIndex(
        core,
        files.map(({ record, placed }) => [placed.path, record.path])
      )
    )
    await moveInIndex(
      core,
      files.map(({ record, placed }) => [record.path, placed.path])
    )
    await noteMoved(
      core,
      files.map(({ placed }) => placed),
      by
    )
  }
  for (const { record, placed } of files) {
    core.names.added(placed.path)
    core.names.removed(record.path)
    notify.push(() =>
      core.emit(
        isCopy ? fileEvent('created', placed, by, 'api') : fileEvent('moved', placed, by, 'api', record.path)
      )
    )
  }
}

interface Placed {
  readonly record: IndexRecord
  readonly source: string
  readonly target: string
}

/** Those that have come to their new places. */
async function namesBack({ fs }: Core, files: readonly Placed[]): Promise<void> {
  const there = await fs.lstatAll(files.map(({ target }) => target))
  const own = files.filter(({ record }, at) => there[at]?.ino === record.ino)
  await fs.renameAll(own.map(({ source, target }) => ({ from: target, to: source, over: null })))
}

/** The lines of all go out together. */
async function moveInIndex(
  core: Core,
  moves: readonly (readonly [from: ContentPath, to: ContentPath])[]
): Promise<void> {
  await allDone(moves.map(([from, to]) => core.index.move(from, to)))
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
