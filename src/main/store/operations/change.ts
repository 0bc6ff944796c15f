import { GalleyError } from '../../../common/errors'
import { backAllAsBlobs } from '../core/keep-version'
import type { Core } from '../core/core'
import { sha256InTurns } from '../layout/checksum'
import type { IndexRecord } from '../layout/content-index'
import type { ContentHash, Guid } from '../layout/names'
import { newGuid } from '../layout/names'
import { checkChange } from '../layout/transfer-rules'
import { keepPlan } from '../layout/version-rules'
import { entryOf, extOf, fileEvent, isVersioned } from '../logs/entries'
import type { ChangeIntent } from '../logs/journal'
import { beginIntent, endIntentForGood } from '../logs/journal'
import { versionOf } from '../logs/log-events'
import { adoptedFiles } from '../outside/adopt'
import type { Change, Edit, FileEntry } from '../seam/content'
import { renameWhole } from './move'
import { moveTogether, type Place } from './remove'
import { inGroups } from './groups'
import { takeAllBack } from './replace'
import { replaceTogether } from './replace-together'
import { pathsOf } from './take-change-back'
import { prepareTransfer } from './transfer'

interface Planned {
  readonly record: IndexRecord
  readonly bytes: Uint8Array
  readonly hash: ContentHash
}

/**
 * W14: several documents and moves as one change, all or nothing. In order: every content that is replaced
 * durable as a blob · the intent · what is in the way to the trash · each document as a save of its own ·
 * each move · the end of the intent, durable. Until then a crash, or a failure, leads back.
 * @returns the documents as they are afterwards, in the order of the edits
 */
export async function changeTogether(core: Core, change: Change): Promise<FileEntry[]> {
  const { edits, moves = [], overwrite = false, by, signal, keepAs, onProgress } = change
  checkChange(edits, moves)
  const paths = pathsOf({ files: edits, moves })
  if (paths.length === 0) return []
  return core.locks.run(paths, async () => {
    const records = await adoptedFiles(
      core,
      edits.map(({ path }) => path)
    )
    const files: Planned[] = []
    for (const [at, edit] of edits.entries()) files.push(await planned(records[at] ?? null, edit))
    const transfers = []
    const inTheWay: (Place & { readonly id: Guid })[] = []
    for (const { from, to } of moves) {
      const { source, target } = await prepareTransfer(core, from, to, overwrite, 'moves')
      transfers.push({ from, to, kind: source.kind })
      if (target.kind !== 'none') inTheWay.push({ id: newGuid(), path: to, kind: target.kind })
    }
    for (const group of inGroups(files, ({ record }) => record.size)) {
      if (signal?.aborted) throw cancelled()
      await backAllAsBlobs(
        core,
        group.map(({ record }) => record)
      )
    }
    const intent: ChangeIntent = {
      op: 'change',
      id: newGuid(),
      at: core.now(),
      by,
      ...(inTheWay.length > 0 && { trashed: inTheWay.map(({ id }) => id) }),
      files: files.map(({ record, hash }) => ({ path: record.path, from: record.hash, to: hash })),
      moves: moves.map(({ from, to }) => ({ from, to, file: core.index.memory.within(from)[0]?.id }))
    }
    const undo: (() => Promise<unknown>)[] = []
    const notify: (() => unknown)[] = []
    const notifyEdits: (() => unknown)[] = []
    try {
      await beginIntent(core.fs, core.layout, intent)
      if (inTheWay.length > 0) {
        const trashed = await moveTogether(core, inTheWay, by)
        undo.push(trashed.takeBack)
        notify.push(trashed.done)
      }
      let done = 0
      for (const group of inGroups(files, ({ bytes }) => bytes.length)) {
        if (signal?.aborted) throw cancelled()
        await replaceGroup(core, group, keepAs, intent, undo, notifyEdits)
        done += group.length
        onProgress?.(done, files.length)
      }
      for (const one of transfers) {
        const renamed = await renameWhole(core, { ...one, replaces: false, by, at: intent.at })
        undo.push(renamed.takeBack)
        notify.push(renamed.notify)
      }
      await endIntentForGood(core.fs, core.layout, intent.id)
      // what is new is told of where it is now: at its place of before nobody would find it
      for (const one of [...notify, ...notifyEdits]) await one()
      return files.flatMap(({ record: { id } }) => {
        const record = core.index.memory.byId(id)
        return record ? [entryOf(record)] : []
      })
    } catch (error) {
      await takeBack(core, intent, undo)
      throw error
    }
  })
}

const cancelled = () => new GalleyError('cancelled', 'Cancelled. Nothing was changed.')

/** What the disk does not let be taken back now is taken back before the next move, or at the next start. */
async function takeBack(
  core: Core,
  intent: ChangeIntent,
  undo: readonly (() => Promise<unknown>)[]
): Promise<void> {
  try {
    await takeAllBack(undo)
    await endIntentForGood(core.fs, core.layout, intent.id)
  } catch {
    core.unfinished.add(intent)
  }
}

/** @throws not-found · not-versioned · precondition-failed when it holds something else by now */
async function planned(record: IndexRecord | null, { path, from, to }: Edit): Promise<Planned> {
  if (!record) throw new GalleyError('not-found', 'There is no file here any more.', { where: path })
  if (!isVersioned(path))
    throw new GalleyError('not-versioned', 'Only HTML and JSON files are changed together.', { where: path })
  if (record.hash !== from)
    throw new GalleyError('precondition-failed', 'This file was changed meanwhile. Nothing was changed.', {
      where: path
    })
  return { record, bytes: to, hash: await sha256InTurns(to) }
}

/** Documents, each as a save without a session: what it replaces becomes a version (V3, V5). */
async function replaceGroup(
  core: Core,
  group: readonly Planned[],
  keepAs: string | undefined,
  { at, by }: ChangeIntent,
  undo: (() => Promise<unknown>)[],
  notify: (() => unknown)[]
): Promise<void> {
  const changes = []
  for (const { record, bytes, hash } of group) {
    const plan = await keepPlan({
      current: record,
      ext: extOf(record.path),
      bytes,
      oldBytes: () => core.backing.read(record.id, record.hash),
      session: undefined,
      keepAs,
      together: false,
      collaborative: false,
      at
    })
    const content = { kind: 'bytes', bytes, hash, size: bytes.length } as const
    changes.push({ record, content, plan, by, session: undefined, at })
  }
  const { files, takeBack } = await replaceTogether(core, changes, true)
  undo.push(takeBack)
  for (const [index, { record }] of group.entries()) {
    const replaced = files[index]
    if (!replaced)
      throw new GalleyError('precondition-failed', 'This file was changed meanwhile. Nothing was changed.', {
        where: record.path
      })
    notify.push(() => {
      const now = core.index.memory.byId(record.id) ?? replaced.record
      const kept = replaced.kept && versionOf(record.id, replaced.kept, record)
      const label = kept?.label === undefined ? {} : { label: kept.label }
      if (kept) core.emit({ type: 'version', path: now.path, fileId: record.id, ...label })
      core.emit(fileEvent('changed', now, by, 'api'))
    })
  }
}
