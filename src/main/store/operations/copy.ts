import { dirname, join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { movedPath } from '../layout/content-index'
import { makeContentFolder, removeEmptyFolders, notifyFolders } from './create'
import { copyBytes } from '../disk/copy-bytes'
import { makeFolders, replaceDurably, writeSynced } from '../disk/durable-write'
import { currentEvent, fileEvent, isVersioned } from '../logs/entries'
import { beginIntent, endIntent } from '../logs/journal'
import { backAsBlob } from '../core/keep-version'
import { sideBySide } from '../../../common/side-by-side'
import { mergeFolder } from './merge'
import { moveTogether } from './remove'
import { undoAll } from './replace'
import { prepareTransfer, type Transfer } from './transfer'
import { sha256InTurns } from '../layout/checksum'
import { checkChange } from '../layout/transfer-rules'
import type { CopyOptions, Edit, Route } from '../seam/content'
import { newGuid } from '../layout/names'

const AT_ONCE = 8

/**
 * S4: new ids, no history; all or nothing: the copy is made aside and then takes its place.
 * @returns the number of files
 */
export async function copyPath(
  core: Core,
  from: ContentPath,
  to: ContentPath,
  options: CopyOptions
): Promise<number> {
  const { along = [], overwrite = false } = options
  const routes = [{ from, to }, ...along]
  checkChange([], routes)
  return core.locks.run(
    routes.flatMap((route) => [route.from, route.to]),
    async () => {
      const copies: Copy[] = []
      for (const route of routes)
        copies.push({ ...route, ...(await prepareTransfer(core, route.from, route.to, overwrite, 'stays')) })
      const total = copies.reduce((sum, { files }) => sum + files.length, 0)
      const id = newGuid()
      const staged = core.layout.staged(id)
      const undo: (() => Promise<unknown>)[] = [() => core.fs.removeTree(staged)]
      const notify: (() => void)[] = []
      try {
        const trees: Tree[] = []
        for (const [at, copy] of copies.entries()) {
          const tree = { ...copy, onDisk: join(staged, treeName(at)) }
          const known = trees.reduce((sum, { records }) => sum + records.length, 0)
          const onStaged = (done: number) => options.onProgress?.(known + done, total)
          trees.push({ ...tree, records: await stageCopies(core, tree, options, undo, onStaged) })
          if (copy.source.kind === 'folder')
            await copyFolders(core, core.layout.content(copy.from), tree.onDisk)
        }
        const records = trees.flatMap((tree) => tree.records)
        await replaceDurably(core.fs, core.layout.stagedRecords(id), Buffer.from(JSON.stringify(records)))
        await core.fs.syncFolder(core.layout.staging)
        const others = along.length > 0 && { along: along.map((route) => route.to), overwrite }
        await beginIntent(core.fs, core.layout, { op: 'copy', id, to, ...others })
        undo.push(() => endIntent(core.fs, core.layout, id))
        const [first] = trees
        if (first?.target.kind === 'folder')
          await mergeFolder(core, first.onDisk, to, to, options, first.records)
        else await placeAll(core, trees, options, undo, notify)
      } catch (error) {
        await undoAll(undo)
        throw error
      }
      for (const one of notify) one()
      await endIntent(core.fs, core.layout, id).catch(() => undefined)
      await core.fs.removeTree(staged).catch(() => undefined)
      return total
    }
  )
}

/** Where a tree of a copy is staged; the first is that of the copy itself. */
export const treeName = (at: number): string => (at === 0 ? 'tree' : `tree-${at}`)

type Copy = Route & Transfer

interface Tree extends Copy {
  readonly onDisk: string
  /** Under their target paths. */
  readonly records: readonly IndexRecord[]
}

/** What is in the way goes to the trash as one item, then each takes its place. */
async function placeAll(
  core: Core,
  trees: readonly Tree[],
  options: CopyOptions,
  undo: (() => Promise<unknown>)[],
  notify: (() => void)[]
): Promise<void> {
  const inTheWay = trees.flatMap(({ to, target: { kind } }) => (kind === 'none' ? [] : [{ path: to, kind }]))
  if (inTheWay.length > 0) {
    const trashed = await moveTogether(core, inTheWay, options.by)
    undo.push(trashed.takeBack)
    notify.push(trashed.done)
  }
  for (const tree of trees) await placeTree(core, tree, options, undo, notify)
}

/**
 * Durable copies of every file under new ids, with their logs begun.
 * @returns the records under their target paths
 */
async function stageCopies(
  core: Core,
  { from, to, onDisk: tree }: Pick<Tree, 'from' | 'to' | 'onDisk'>,
  options: CopyOptions,
  undo: (() => Promise<unknown>)[],
  onStaged: (done: number) => void
): Promise<IndexRecord[]> {
  const edits = new Map(options.edits?.map((edit) => [edit.path, edit]))
  const sources = core.index.memory.within(from)
  const records: IndexRecord[] = []
  await makeFolders(core.fs, dirname(tree))
  await sideBySide(sources, AT_ONCE, async (source) => {
    if (options.signal?.aborted) throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
    const file = join(tree, ...source.path.slice(from.length).split('/').filter(Boolean))
    await makeFolders(core.fs, dirname(file))
    if (isVersioned(source.path)) await backAsBlob(core, source)
    // as they are at this moment: another program may write just now
    const copied = await copyBytes(core.fs, core.layout.content(source.path), file)
    const edit = edits.get(source.path)
    const { stat, hash, size } = edit ? await editCopy(core, file, copied.hash, edit) : copied
    await core.fs.syncFolder(dirname(file))
    const path = movedPath(source.path, from, to)
    if (isVersioned(path) && (hash !== source.hash || !isVersioned(source.path))) {
      await core.backing.store(hash, await core.fs.readFile(file))
    }
    const { by } = options
    const at = core.now()
    const record = { path, id: newGuid(), hash, size, mtimeMs: stat.mtimeMs, ino: stat.ino, at, by }
    await core.logs.create(record.id, [
      { event: 'created', id: record.id, path, by, at },
      currentEvent(record)
    ])
    undo.push(() => core.logs.remove(record.id))
    records.push(record)
    onStaged(records.length)
  })
  return records
}

/** @throws precondition-failed when it is not a copy of what the new bytes were made of */
async function editCopy(core: Core, file: string, copied: string, { path, from, to }: Edit) {
  if (copied !== from)
    throw new GalleyError('precondition-failed', 'This file was changed meanwhile. Nothing was changed.', {
      where: path
    })
  await core.fs.unlink(file)
  const stat = await writeSynced(core.fs, file, to)
  return { stat, hash: await sha256InTurns(to), size: to.length }
}

async function placeTree(
  core: Core,
  { onDisk, to, source, records }: Tree,
  { by }: CopyOptions,
  undo: (() => Promise<unknown>)[],
  notify: (() => void)[]
): Promise<void> {
  const target = core.layout.content(to)
  const made = await makeContentFolder(core, parentOf(to))
  undo.push(() => removeEmptyFolders(core, made))
  await core.fs.rename(onDisk, target)
  undo.push(() => core.fs.rename(target, onDisk))
  await core.fs.syncFolder(dirname(target))
  await core.index.bind(records)
  undo.push(() => core.index.unbind([to]))
  core.names.added(to)
  undo.push(() => Promise.resolve(core.names.removed(to)))
  notify.push(() => {
    notifyFolders(core, source.kind === 'folder' ? [...made, target] : made, by)
    for (const record of records) core.emit(fileEvent('created', record, by, 'api'))
  })
}

/** Folders without files are copied too. */
async function copyFolders(core: Core, from: string, to: string): Promise<void> {
  await makeFolders(core.fs, to)
  for (const { name, kind } of (await core.fs.readdir(from)) ?? []) {
    if (kind === 'folder') await copyFolders(core, join(from, name), join(to, name))
  }
}
