import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import { isWithin, parentOf, ROOT } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { movedPath } from '../layout/content-index'
import { takeChangeBack } from '../operations/take-change-back'
import { existsExactly, finishRename } from '../operations/finish-rename'
import { treeName } from '../operations/copy'
import { makeContentFolder } from '../operations/create'
import { moveTogether, type Place } from '../operations/remove'
import { putBack } from '../operations/restore'
import type { Intent } from '../logs/journal'
import { endIntent, readIntents } from '../logs/journal'
import type { Guid } from '../layout/names'
import { mergeFolder } from '../operations/merge'
import { sameStat } from '../disk/durable-fs'
import { noteMoved } from '../operations/note-moved'
import { makeFolders, replaceDurably, writeSynced } from '../disk/durable-write'
import { isVersioned } from '../logs/entries'
import { codeOf, isUnreadable, NOT_PLAIN } from '../disk/error-codes'
import { translated } from '../disk/os-errors'
import { adoptOrReport } from '../outside/take-in'
import { storedRecord } from '../trash/stored-record'
import type { TrashRecord } from '../trash/trash-records'
import { readTrashRecords } from '../trash/trash-records'

/** Brings every operation that a crash interrupted to one of its two ends, before anything else may look. */
export async function recover(core: Core): Promise<void> {
  await recoverTrash(core)
  for (const intent of await readIntents(core.fs, core.layout, core.problems)) {
    try {
      if (intent.op === 'move') await finishMove(core, intent)
      else if (intent.op === 'copy') await finishCopy(core, intent)
      else await takeChangeBack(core, intent)
    } catch (error) {
      if (!(error instanceof GalleyError) && codeOf(error) !== NOT_PLAIN) throw error
      // what is damaged keeps nothing else from opening (W6); it is tried again at the next start
      core.problems.report(
        intent.op === 'change' ? (intent.files[0]?.path ?? intent.moves[0]?.to ?? ROOT) : intent.to,
        intent.op === 'change'
          ? `A change of several files was interrupted and could not be taken back: ${translated(error).message}`
          : `A move or copy to here was interrupted and could not be finished: ${translated(error).message}`
      )
      continue
    }
    await endIntent(core.fs, core.layout, intent.id)
  }
  for (const { name } of (await core.fs.readdir(core.layout.staging)) ?? []) {
    await core.fs.removeTree(join(core.layout.staging, name))
  }
}

/**
 * A trash record and its content are moved one after the other: which of them is there tells what happened.
 */
async function recoverTrash(core: Core): Promise<void> {
  const { fs, layout } = core
  for (const record of await readTrashRecords(fs, layout, core.problems)) {
    const there = (await fs.lstat(layout.content(record.path))) !== null
    const content = await fs.lstat(layout.trashContent(record.id))
    if (content && content.kind !== record.kind) {
      core.problems.report(
        layout.trashContent(record.id),
        'What lies in the trash is not what its record says. It is left alone.'
      )
      continue
    }
    if (content) {
      core.trash.added(record)
      if (record.cause === 'deleted' && !there && bound(core, record.files).length > 0) {
        await core.index.unbind([record.path])
      }
      continue
    }
    // deleting did not get to the rename, or restoring got past it
    if (there && record.cause === 'deleted') {
      const lost = record.files.filter(
        ({ id, path }) => !core.index.memory.byId(id) && !core.index.memory.get(path)
      )
      if (lost.length > 0) await core.index.bind(lost)
    }
    if (!there && record.cause === 'deleted' && (await contentAgain(core, record))) continue
    await fs.removeTree(layout.trashItem(record.id))
  }
  for (const record of core.trash.all()) await backWithout(core, record)
}

/**
 * What was deleted with something that is not in the trash: that was not deleted any more, or came back
 * already. So this comes back too, where its place is free.
 */
async function backWithout(core: Core, record: TrashRecord): Promise<void> {
  if (record.with === undefined || core.trash.get(record.with)) return
  // a record that is damaged is no deletion that was interrupted
  if (await core.fs.lstat(core.layout.trashContent(record.with))) return
  if (!(await existsExactly(core, record.path))) await putBack(core, record, record.deletedBy)
}

/**
 * Somebody deleted what lay in the trash, but not what the store has of it: the documents are made again from
 * that.
 */
async function contentAgain(core: Core, record: TrashRecord): Promise<boolean> {
  const { fs, layout } = core
  const staged = layout.staged(record.id)
  const files: IndexRecord[] = []
  for (const file of record.files) {
    const elsewhere = core.index.memory.byId(file.id)
    if (elsewhere && elsewhere.path !== file.path) continue
    const bytes = isVersioned(file.path) ? await core.backing.read(file.id, file.hash) : null
    if (!bytes) continue
    const target = join(staged, ...file.path.slice(record.path.length).split('/'))
    await makeFolders(fs, dirname(target))
    const { mtimeMs, ino } = await writeSynced(fs, target, bytes)
    files.push({ ...file, mtimeMs, ino })
  }
  if (files.length === 0) return false
  const again = { ...record, files }
  await replaceDurably(fs, layout.trashRecord(record.id), Buffer.from(JSON.stringify(again)))
  await fs.rename(staged, layout.trashContent(record.id))
  await fs.syncFolder(layout.trashItem(record.id))
  if (bound(core, files).length > 0) await core.index.unbind([record.path])
  core.trash.added(again)
  return true
}

const bound = (core: Core, files: readonly IndexRecord[]) =>
  files.filter(({ id, path }) => core.index.memory.get(path)?.id === id)

async function finishMove(core: Core, { from, to, at = 0 }: Extract<Intent, { op: 'move' }>): Promise<void> {
  const source = await existsExactly(core, from)
  const target = await existsExactly(core, to)
  const merging = source === 'folder' && target === 'folder'
  if (merging) {
    await bindArrived(core, from, to)
    await adoptFiles(core, from)
    await adoptFiles(core, to)
    await mergeFolder(core, core.layout.content(from), from, to, {
      by: core.outsidePerson(),
      overwrite: true
    })
  } else if (!source && target) await finishRename(core, from, to, at)
  // otherwise nothing had been renamed: both names are as they were
}

/**
 * Files that got their new name right before the crash: only the index does not know it, and may know an
 * older outside.
 */
async function bindArrived(core: Core, from: ContentPath, to: ContentPath): Promise<void> {
  for (const { path } of core.index.memory.within(from)) {
    const there = movedPath(path, from, to)
    if (core.index.memory.get(there) || (await core.fs.lstat(core.layout.content(path)))) continue
    if ((await core.fs.lstat(core.layout.content(there)))?.kind !== 'file') continue
    await noteMoved(core, await core.index.move(path, there))
  }
}

/**
 * What merging takes a file for is what lies on the disk: the index may be behind, and another program may
 * have been at work.
 */
async function adoptFiles(core: Core, folder: ContentPath): Promise<void> {
  for (const record of core.index.memory.within(folder)) {
    const stat = await core.fs.lstat(core.layout.content(record.path))
    if (stat?.kind === 'file' && !sameStat(stat, record)) await adoptOrReport(core, record.path)
  }
}

async function finishCopy(core: Core, intent: Extract<Intent, { op: 'copy' }>): Promise<void> {
  const { id, along = [], overwrite = false } = intent
  const { layout } = core
  const file = layout.stagedRecords(id)
  const places = [intent.to, ...along]
  const told = await readRecords(core, file, places)
  if (!told)
    return core.problems.setAside(
      file,
      'The record of a copy that was interrupted is damaged or breaks a rule.'
    )
  const records = told.filter((record) => isOfCopy(core, record))
  if (along.length > 0 && overwrite) await makeRoom(core, id, places)
  for (const [at, to] of places.entries()) {
    const own = records.filter(({ path }) => isWithin(path, to))
    await finishTree(core, join(layout.staged(id), treeName(at)), to, own)
  }
}

/** Several trees take their places all or none: what is still in the way goes to the trash. */
async function makeRoom(core: Core, id: Guid, places: readonly ContentPath[]): Promise<void> {
  const inTheWay: Place[] = []
  for (const [at, path] of places.entries()) {
    const kind = await existsExactly(core, path)
    if (kind !== 'file' && kind !== 'folder') continue
    if (!(await core.fs.lstat(join(core.layout.staged(id), treeName(at))))) continue
    if (kind === 'folder') await adoptFiles(core, path)
    inTheWay.push({ path, kind })
  }
  if (inTheWay.length > 0) await moveTogether(core, inTheWay, core.outsidePerson())
}

async function finishTree(
  core: Core,
  tree: string,
  to: ContentPath,
  records: readonly IndexRecord[]
): Promise<void> {
  const { fs, layout } = core
  const stagedKind = (await fs.lstat(tree))?.kind
  const target = await existsExactly(core, to)
  if (stagedKind === 'other' || target === 'other') return
  if (!stagedKind && target) {
    await core.index.bind(records.filter((record) => !core.index.memory.get(record.path)))
  } else if (stagedKind === 'folder' && target === 'folder') {
    await adoptFiles(core, to)
    await mergeFolder(core, tree, to, to, { by: core.outsidePerson(), overwrite: true }, records)
  } else if (stagedKind && !target) {
    await makeContentFolder(core, parentOf(to))
    await fs.rename(tree, layout.content(to))
    await fs.syncFolder(layout.content(parentOf(to)))
    await core.index.bind(records)
  } else {
    for (const record of records) await core.logs.remove(record.id)
  }
}

/** False for an id that is another file's, or has moved on since. */
const isOfCopy = (core: Core, { id, path }: IndexRecord) =>
  (core.index.memory.byId(id)?.path ?? path) === path && !core.trash.holds(id)

/** The files of a copy under way; null when that cannot be told, or is about other places than the copy's. */
async function readRecords(
  core: Core,
  file: string,
  places: readonly ContentPath[]
): Promise<IndexRecord[] | null> {
  if (!(await core.fs.lstat(file))) return []
  try {
    const value: unknown = JSON.parse(Buffer.from(await core.fs.readFile(file)).toString('utf8'))
    const records = z.array(storedRecord).parse(value)
    return records.every(({ path }) => places.some((place) => isWithin(path, place))) ? records : null
  } catch (error) {
    if (codeOf(error) === '' || isUnreadable(error)) return null
    throw error
  }
}
