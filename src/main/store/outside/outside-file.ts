import { dirname, join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { emptiesDocument } from '../../../common/formats/emptiness'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { FileStat } from '../disk/durable-fs'
import { closing, sameStat } from '../disk/durable-fs'
import { allDone, writeSynced } from '../disk/durable-write'
import { currentEvent, extOf, fileEvent, isVersioned, recordOf } from '../logs/entries'
import { hashFile } from '../disk/hash-file'
import { needState, promoteCurrent, versionEvent } from '../core/keep-version'
import { tempName } from '../layout/layout'
import type { LogEvent } from '../logs/log-events'
import { movePublished } from '../core/published-move'
import { readBounds } from '../layout/read-bounds'
import { trashFromBacking } from './remove-outside'
import { RESTORE_POINT } from '../../../common/content/version-labels'
import type { ContentHash, Guid } from '../layout/names'
import { newGuid } from '../layout/names'

/**
 * The file on disk is not the one that the index knows: an interrupted save is finished, a mere touch is
 * noted, a change by another program becomes the current content and what was there before a version. The
 * caller holds the path's lock.
 */
export async function takeOutsideChange(
  core: Core,
  record: IndexRecord,
  stat: FileStat
): Promise<IndexRecord> {
  const state = await needState(core, record)
  const { current, previous } = state
  if (current && sameStat(stat, current)) return noted(core, recordOf(record.path, record.id, current))
  if (current && previous && sameStat(stat, previous) && previous.hash !== current.hash) {
    return finishSave(
      core,
      recordOf(record.path, record.id, current),
      recordOf(record.path, record.id, previous)
    )
  }
  const known = current ? recordOf(record.path, record.id, current) : record
  const found = await readStill(core, record.path)
  if (found.hash === known.hash)
    return noted(core, { ...known, mtimeMs: found.stat.mtimeMs, ino: found.stat.ino })

  const by = core.outsidePerson()
  const at = Math.min(found.stat.mtimeMs, core.now())
  const next: IndexRecord = { ...placed(record.path, record.id, found), at, by }
  const events: LogEvent[] = []
  if (isVersioned(record.path) && found.bytes) {
    const [backed] = await allDone([
      known.size > 0 ? promoteCurrent(core, known) : Promise.resolve(false),
      core.backing.keep(record.id, found.hash, found.bytes)
    ])
    if (known.size > 0) {
      const emptied = emptiesDocument(extOf(record.path), found.bytes)
      if (!backed)
        core.problems.report(known.path, 'The content before the last change by another program is missing.')
      else
        events.push(versionEvent(known, state, [known.by], core.now(), emptied ? RESTORE_POINT : undefined))
    }
  }
  await core.logs.append(record.id, [...events, currentEvent(next)])
  core.index.refresh(next)
  if (events[0]?.event === 'version') core.emit(versionTold(next, events[0].label))
  core.emit(fileEvent('changed', next, by, 'outside'))
  return next
}

/** A file that the store has never seen gets an id and a history. The caller holds the path's lock. */
export async function adoptFile(core: Core, path: ContentPath, stat: FileStat): Promise<IndexRecord> {
  const moved = await renamedFrom(core, stat)
  if (moved) return takeOutsideMove(core, moved, path)
  const lost = await core.unbound.take(path)
  if (lost) return bindAgain(core, recordOf(path, lost.id, lost.current), stat)
  const found = await readStill(core, path)
  const by = core.outsidePerson()
  const at = Math.min(found.stat.mtimeMs, core.now())
  const record: IndexRecord = { ...placed(path, newGuid(), found), at, by }
  if (isVersioned(path) && found.bytes) await core.backing.keep(record.id, found.hash, found.bytes)
  await core.logs.create(record.id, [{ event: 'created', id: record.id, path, by, at }, currentEvent(record)])
  await core.index.bind([record])
  core.names.added(path)
  core.emit(fileEvent('created', record, by, 'outside'))
  return record
}

/** The index lost a file that has a history: it goes on with it (W6). */
async function bindAgain(core: Core, record: IndexRecord, stat: FileStat): Promise<IndexRecord> {
  await core.index.bind([record])
  core.names.added(record.path)
  core.emit(fileEvent('created', record, record.by, 'outside'))
  return sameStat(stat, record) ? record : takeOutsideChange(core, record, stat)
}

/** Another program renamed a file: it keeps id and history. */
export async function takeOutsideMove(
  core: Core,
  record: IndexRecord,
  to: ContentPath
): Promise<IndexRecord> {
  const from = record.path
  const moved = { ...record, path: to }
  // before the index knows: after a crash here the move is noticed again, and what is published has gone with
  // it
  await movePublished(core, from, to, Date.now())
  await core.index.move(from, to)
  await core.logs.note(record.id, { event: 'moved', path: to, at: core.now(), by: core.outsidePerson() })
  core.names.removed(from)
  core.names.added(to)
  core.emit(fileEvent('moved', moved, core.outsidePerson(), 'outside', from))
  return moved
}

/** The file is gone from the disk: what the store still has of it goes to the trash. */
export async function takeOutsideDelete(core: Core, record: IndexRecord): Promise<void> {
  await trashFromBacking(core, record.path, 'file', [record])
}

/**
 * The file whose name this one had before, if the disk can tell: same inode, same time, and the old name is
 * free.
 */
async function renamedFrom(core: Core, stat: FileStat): Promise<IndexRecord | null> {
  const record = core.index.memory.byInode(stat.ino)
  if (!record || !sameStat(stat, record)) return null
  return (await core.fs.lstat(core.layout.content(record.path))) ? null : record
}

/**
 * A crash came between the log and the name. The content that the log tells of is complete: it takes its
 * place.
 */
async function finishSave(core: Core, current: IndexRecord, previous: IndexRecord): Promise<IndexRecord> {
  const target = core.layout.content(current.path)
  const bytes = isVersioned(current.path) ? await core.backing.read(current.id, current.hash) : null
  if (!bytes) {
    await core.logs.append(current.id, [currentEvent(previous)])
    return noted(core, previous)
  }
  const temp = join(dirname(target), tempName(newGuid()))
  const stat = await writeSynced(core.fs, temp, bytes)
  const next = { ...current, mtimeMs: stat.mtimeMs, ino: stat.ino }
  await core.logs.append(current.id, [currentEvent(next)])
  await core.fs.rename(temp, target)
  await core.fs.syncFolder(dirname(target))
  core.emit(fileEvent('changed', next, next.by, 'api'))
  return noted(core, next)
}

interface Found {
  readonly hash: ContentHash
  readonly size: number
  readonly stat: FileStat
  /** Only of files with versions. */
  readonly bytes: Uint8Array | null
}

/** Reads a file that another program may still be writing: its outside must be the same before and after. */
export async function readStill(core: Core, path: ContentPath): Promise<Found> {
  const file = core.layout.content(path)
  for (let attempt = 0; ; attempt++) {
    const handle = await core.fs.open(file, 'read')
    const found = await closing(handle, async () => {
      const before = await handle.stat()
      if (isVersioned(path) && before.size > readBounds.content) throw tooLargeDocument(path)
      const read = await hashFile(handle, isVersioned(path))
      const after = await handle.stat()
      return sameStat(before, after) || attempt === 9 ? { ...read, stat: after } : null
    })
    if (found) return found
  }
}

const tooLargeDocument = (path: ContentPath) =>
  new GalleyError(
    'too-large',
    'This HTML or JSON file is larger than 256 MB. Galley keeps every version of such files and takes in no larger ones. Divide it.',
    { where: path }
  )

const placed = (path: ContentPath, id: Guid, { hash, size, stat }: Found) => ({
  path,
  id,
  hash,
  size,
  mtimeMs: stat.mtimeMs,
  ino: stat.ino
})

function noted(core: Core, record: IndexRecord): IndexRecord {
  core.index.refresh(record)
  return record
}

const versionTold = (record: IndexRecord, label: string | undefined) => ({
  type: 'version' as const,
  path: record.path,
  fileId: record.id,
  ...(label !== undefined && { label })
})
