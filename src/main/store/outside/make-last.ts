import { dirname } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import { sha256 } from '../layout/checksum'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { sameStat } from '../disk/durable-fs'
import { currentEvent, fileEvent, isVersioned } from '../logs/entries'
import { writeLoosely } from '../disk/durable-write'
import { sideBySide } from '../../../common/side-by-side'
import { logLines } from '../logs/line-log'
import type { LogEvent } from '../logs/log-events'
import { readStill } from './outside-file'

/** So many files keep whoever wants one of them waiting. */
const CHUNK = 32
/** Few, so that a save finds the disk free between them. */
const SYNCS_AT_ONCE = 2
const BOUND_AT_ONCE = 200
const QUIET_MS = 1
const MOST_WAIT_MS = 8

/**
 * Gives files that are to be adopted their histories and shadows, with one sync a folder of the store instead
 * of five a file: their bytes lie in the content, so what the disk loses of the store's copies is missed by
 * nobody; last, what binds ids and names. A file is locked while its own few are written, and one that was
 * made to last meanwhile, moved or deleted is left as it is.
 */
export async function makeLast(core: Core, records: readonly IndexRecord[]): Promise<void> {
  try {
    const folders = new Set<string>()
    for (const chunk of chunksOf(records, CHUNK)) {
      await core.requests.pause(QUIET_MS, MOST_WAIT_MS)
      const paths = still(core, chunk).map(({ path }) => path)
      await core.locks.run(paths, () => copyLoosely(core, still(core, chunk), folders))
    }
    await bindAll(core, records, folders)
  } catch (error) {
    // to the next look they are new again
    const folders = new Set<ContentPath>()
    for (const { id, path } of still(core, records)) {
      core.pendingAdoption.waiting.delete(id)
      core.index.memory.remove(path)
      folders.add(parentOf(path))
    }
    for (const folder of folders)
      core.problems.report(folder, 'New files of another program could not be taken in yet.', error)
  }
}

/** As `makeLast`, at once. The caller holds a lock on all of them. */
export async function makeLastNow(core: Core, records: readonly IndexRecord[]): Promise<void> {
  const folders = new Set<string>()
  await copyLoosely(core, still(core, records), folders)
  await bindAll(core, records, folders)
}

/**
 * Makes one of them last before it is changed. The caller holds its lock, and saw it on the disk.
 * @returns its record; with the content that it has now, if it was written again before anything was kept of
 * it
 */
export async function makeOneLast(core: Core, record: IndexRecord): Promise<IndexRecord> {
  const { id, path, by } = record
  let lasting = record
  if ((await core.logs.load(id))?.current) await core.fs.syncFolder(dirname(core.layout.log(id)))
  else {
    const { hash, size, stat, bytes } = await readStill(core, path)
    const at = Math.min(stat.mtimeMs, core.now())
    lasting = { ...record, hash, size, mtimeMs: stat.mtimeMs, ino: stat.ino, at }
    if (isVersioned(path) && bytes) await core.backing.keep(id, hash, bytes)
    await core.logs.remove(id)
    await core.logs.create(id, eventsOf(lasting))
  }
  await core.index.bind([lasting])
  core.pendingAdoption.waiting.delete(id)
  core.names.added(path)
  core.emit(fileEvent('created', lasting, by, 'outside'))
  return lasting
}

/** Those that still wait, as they are known now. */
function still(core: Core, records: readonly IndexRecord[]): IndexRecord[] {
  return records.flatMap(({ id }) => {
    const record = core.pendingAdoption.waiting.has(id) ? core.index.memory.byId(id) : undefined
    return record ? [record] : []
  })
}

/** The caller holds their locks. @param folders gets those whose names must be synced */
async function copyLoosely(core: Core, records: readonly IndexRecord[], folders: Set<string>): Promise<void> {
  const versioned = records.filter(({ path }) => isVersioned(path))
  const looks = await core.fs.lookAll(
    versioned.map(({ path, size }) => ({ path: core.layout.content(path), length: size }))
  )
  const files: { path: string; data: Uint8Array }[] = []
  const changed = new Set<IndexRecord>()
  for (const [index, record] of versioned.entries()) {
    const { id, hash } = record
    const look = looks[index]
    // changed again: whoever takes that in makes it last
    if (!look || !sameStat(look.stat, record) || sha256(look.bytes) !== hash) changed.add(record)
    else files.push({ path: core.layout.shadow(id, hash), data: look.bytes })
  }
  for (const record of records) {
    if (changed.has(record)) continue
    const [created, current] = eventsOf(record)
    files.push({ path: core.layout.log(record.id), data: logLines([created, { ...current, loose: true }]) })
  }
  await writeLoosely(core.fs, files)
  for (const { path } of files) folders.add(dirname(path))
}

async function bindAll(
  core: Core,
  records: readonly IndexRecord[],
  folders: ReadonlySet<string>
): Promise<void> {
  await sideBySide(folders, SYNCS_AT_ONCE, (folder) => core.fs.syncFolder(folder))
  for (const chunk of chunksOf(records, BOUND_AT_ONCE)) {
    await core.index.bindKnown(still(core, chunk))
    for (const record of still(core, chunk)) {
      core.pendingAdoption.waiting.delete(record.id)
      core.names.added(record.path)
      core.emit(fileEvent('created', record, record.by, 'outside'))
    }
  }
}

function eventsOf(record: IndexRecord) {
  const { id, path, by, at } = record
  return [{ event: 'created', id, path, by, at }, currentEvent(record)] as const satisfies readonly LogEvent[]
}

function* chunksOf(records: readonly IndexRecord[], size: number): Generator<readonly IndexRecord[]> {
  for (let start = 0; start < records.length; start += size) yield records.slice(start, start + size)
}
