import { dirname, join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { movedPath } from '../layout/content-index'
import { makeContentFolder, removeEmptyFolders, notifyFolders } from './create'
import { copyBytes } from '../disk/copy-bytes'
import { makeFolders, replaceDurably } from '../disk/durable-write'
import { currentEvent, fileEvent, isVersioned } from '../logs/entries'
import { beginIntent, endIntent } from '../logs/journal'
import { backAsBlob } from '../core/keep-version'
import { eachOf } from '../disk/limit'
import { mergeFolder } from './merge'
import { moveToTrash } from './remove'
import { undoAll } from './replace'
import { prepareTransfer } from './transfer'
import { checkTransfer } from '../layout/transfer-rules'
import type { TransferOptions } from '../seam/content'
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
  options: TransferOptions
): Promise<number> {
  checkTransfer(from, to)
  return core.locks.run([from, to], async () => {
    const { source, target, files } = await prepareTransfer(
      core,
      from,
      to,
      options.overwrite === true,
      'stays'
    )
    const id = newGuid()
    const staged = core.layout.staged(id)
    const tree = join(staged, 'tree')
    const undo: (() => Promise<unknown>)[] = [() => core.fs.removeTree(staged)]
    try {
      const records = await stageCopies(core, from, to, tree, options, undo)
      if (source.kind === 'folder') await copyFolders(core, core.layout.content(from), tree)
      await replaceDurably(core.fs, core.layout.stagedRecords(id), Buffer.from(JSON.stringify(records)))
      await core.fs.syncFolder(core.layout.staging)
      await beginIntent(core.fs, core.layout, { op: 'copy', id, to })
      undo.push(() => endIntent(core.fs, core.layout, id))
      if (target.kind === 'folder') await mergeFolder(core, tree, to, to, options, records)
      else await placeTree(core, tree, to, source.kind, target.kind === 'file', records, options)
    } catch (error) {
      await undoAll(undo)
      throw error
    }
    await endIntent(core.fs, core.layout, id).catch(() => undefined)
    await core.fs.removeTree(staged).catch(() => undefined)
    return files.length
  })
}

/**
 * Durable copies of every file under new ids, with their logs begun.
 * @returns the records under their target paths
 */
async function stageCopies(
  core: Core,
  from: ContentPath,
  to: ContentPath,
  tree: string,
  options: TransferOptions,
  undo: (() => Promise<unknown>)[]
): Promise<IndexRecord[]> {
  const sources = core.index.memory.within(from)
  const records: IndexRecord[] = []
  await makeFolders(core.fs, dirname(tree))
  await eachOf(sources, AT_ONCE, async (source) => {
    if (options.signal?.aborted) throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
    const file = join(tree, ...source.path.slice(from.length).split('/').filter(Boolean))
    await makeFolders(core.fs, dirname(file))
    if (isVersioned(source.path)) await backAsBlob(core, source)
    // as they are at this moment: another program may write just now
    const { stat, hash, size } = await copyBytes(core.fs, core.layout.content(source.path), file)
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
    options.onProgress?.(records.length, sources.length)
  })
  return records
}

async function placeTree(
  core: Core,
  tree: string,
  to: ContentPath,
  kind: 'file' | 'folder',
  replaces: boolean,
  records: readonly IndexRecord[],
  { by }: TransferOptions
): Promise<void> {
  const target = core.layout.content(to)
  const undo: (() => Promise<unknown>)[] = []
  try {
    const trashed = replaces ? await moveToTrash(core, to, 'file', by) : null
    if (trashed) undo.push(trashed.takeBack)
    const made = await makeContentFolder(core, parentOf(to))
    undo.push(() => removeEmptyFolders(core, made))
    await core.fs.rename(tree, target)
    undo.push(() => core.fs.rename(target, tree))
    await core.fs.syncFolder(dirname(target))
    await core.index.bind(records)
    core.names.added(to)
    trashed?.done()
    notifyFolders(core, kind === 'folder' ? [...made, target] : made, by)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
  for (const record of records) core.emit(fileEvent('created', record, by, 'api'))
}

/** Folders without files are copied too. */
async function copyFolders(core: Core, from: string, to: string): Promise<void> {
  await makeFolders(core.fs, to)
  for (const { name, kind } of (await core.fs.readdir(from)) ?? []) {
    if (kind === 'folder') await copyFolders(core, join(from, name), join(to, name))
  }
}
