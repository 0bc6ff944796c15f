import type { Person } from '../../../common/person'
import { GalleyError } from '../../../common/errors'
import { allDone } from '../disk/durable-write'
import { sha256InTurns } from '../layout/checksum'
import type { Core } from './core'
import type { IndexRecord } from '../layout/content-index'
import type { FileState, VersionEvent } from '../logs/log-events'
import { isVersioned } from '../logs/entries'
import { newGuid } from '../layout/names'

/**
 * The record of a version of the content that `record` stands for. Its time is later than any before it (V4).
 */
export function versionEvent(
  record: IndexRecord,
  state: FileState,
  users: readonly Person[],
  at: number,
  label?: string
): VersionEvent {
  return {
    event: 'version',
    id: newGuid(),
    hash: record.hash,
    size: record.size,
    timestamp: Math.max(Math.round(at), state.lastTimestamp + 1),
    users,
    path: record.path,
    ...(label !== undefined && { label })
  }
}

/**
 * Makes a blob of the store's own copy of a file's current content.
 * @returns false when there is none that is whole
 */
export async function promoteCurrent(core: Core, { id, hash, size }: IndexRecord): Promise<boolean> {
  const current = (await core.logs.load(id))?.current
  return core.backing.promote(id, hash, size, current?.loose === true && current.hash === hash)
}

/** Makes the bytes of a file's current content durable as a blob, whatever it takes (W5). */
export async function backAsBlob(core: Core, record: IndexRecord): Promise<void> {
  if (!(await promoteCurrent(core, record))) await blobOfFile(core, record)
}

/** As `backAsBlob`, of many small files. */
export async function backAllAsBlobs(core: Core, records: readonly IndexRecord[]): Promise<void> {
  const contents = []
  for (const { id, hash, size } of records) {
    const current = (await core.logs.load(id))?.current
    contents.push({ id, hash, size, loose: current?.loose === true && current.hash === hash })
  }
  const backed = await core.backing.promoteAll(contents)
  for (const [at, record] of records.entries()) if (!backed[at]) await blobOfFile(core, record)
}

async function blobOfFile(core: Core, record: IndexRecord): Promise<void> {
  const bytes = await core.fs.readFile(core.layout.content(record.path))
  // nothing lies under a hash that is not its own
  if ((await sha256InTurns(bytes)) !== record.hash)
    throw new GalleyError(
      'damaged',
      'The file is not what was saved, and neither is its second copy. Nothing was changed. Open the file again to see what is there now.',
      { where: record.path }
    )
  await core.backing.store(record.hash, bytes)
}

/**
 * Appends a version of the current content. The caller holds the path's lock.
 * @returns it, and how to take it back
 */
export async function keepCurrent(
  core: Core,
  record: IndexRecord,
  users: readonly Person[],
  label?: string
): Promise<{ event: VersionEvent; takeBack: () => Promise<void> }> {
  await backAsBlob(core, record)
  const state = await needState(core, record)
  const event = versionEvent(record, state, users, core.now(), label)
  return { event, takeBack: await core.logs.append(record.id, [event]) }
}

/**
 * A version of the current content of many files, each by who wrote it last. Rejects when one of them failed:
 * then there is none. The caller holds the paths' locks.
 * @returns how to take them back
 */
export async function keepAllCurrent(
  core: Core,
  records: readonly IndexRecord[],
  label: string
): Promise<() => Promise<void>> {
  await backAllAsBlobs(core, records)
  const appends = []
  for (const record of records) {
    const event = versionEvent(record, await needState(core, record), [record.by], core.now(), label)
    appends.push({ id: record.id, events: [event] })
  }
  const takeBack = await core.logs.appendAll(appends)
  return async () => {
    await allDone(takeBack.map((one) => one()))
  }
}

/** So much may clocks differ without a word. */
const A_DAY = 86_400_000

/** The file's history; begun anew, and reported, when its log is lost (W6). */
export async function needState(core: Core, record: IndexRecord): Promise<FileState> {
  const state = await core.logs.load(record.id)
  if (state && state.lastTimestamp > core.now() + A_DAY)
    core.problems.report(
      record.path,
      `Versions of this file are dated ${new Date(state.lastTimestamp).toISOString().slice(0, 10)}: the clock of this computer was ahead then, or is behind now. New versions follow them, so their order is right and their dates are not. Check the clock.`
    )
  if (state?.current) return state
  if (!state && isVersioned(record.path)) {
    core.problems.report(
      record.path,
      'The history of this file is missing. A new one was begun; the content is intact.'
    )
  }
  const { mtimeMs, ino, hash, size, by, at } = record
  await core.logs.append(record.id, [
    { event: 'created', id: record.id, path: record.path, by, at },
    { event: 'current', hash, size, by, at, mtimeMs, ino }
  ])
  return (await core.logs.load(record.id)) ?? Promise.reject(new Error('a log that was just written is gone'))
}
