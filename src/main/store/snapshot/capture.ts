import { join } from 'node:path'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { DurableHandle } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { isVersioned } from '../logs/entries'
import type { Guid } from '../layout/names'
import { adoptOrReport } from '../outside/take-in'
import type { TrashRecord } from '../trash/trash-records'

/** One file in one moment: its record, its history and its content belong together. */
export interface Captured {
  readonly record: IndexRecord
  /** Whole lines; null when there is no history. */
  readonly log: Uint8Array | null
  /** The store's own copy of the content, if it has one. */
  readonly shadow: Uint8Array | null
  /**
   * What is written together in it and is not in the content yet; null when nothing is. Read while nothing is
   * saved, after the content was opened: what it says of that is true of that.
   */
  readonly room: Uint8Array | null
  /**
   * Open, for the caller to close; a save that comes now puts another file in its place. Null when it cannot
   * be read.
   */
  readonly content: DurableHandle | null
}

const PATIENCE = 100

/** The file with this id, wherever it went meanwhile; null when it was deleted for good. */
export async function captureFile(core: Core, id: Guid): Promise<Captured | null> {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const known = core.index.memory.byId(id)
    if (!known) {
      const item = core.trash
        .all()
        .find(({ cause, files }) => cause === 'deleted' && files.some((file) => file.id === id))
      if (!item) return null
      const found = await captureDeleted(core, item, id)
      if (found) return found
      continue
    }
    const found = await core.locks.run([known.path], async () => {
      // what the disk does not give is told with the entry, and keeps nothing else from being taken
      const record = await adoptOrReport(core, known.path).catch(() => null)
      const now = core.index.memory.byId(id)
      if (now?.path !== known.path || (record && record.id !== id)) return null
      return captureAt(core, record ?? now, core.layout.content(known.path))
    })
    if (found) return found
  }
  return null
}

/** A file in the trash; null when what it lies in has gone from there. */
export async function captureDeleted(core: Core, item: TrashRecord, id: Guid): Promise<Captured | null> {
  return core.locks.run([item.path], async () => {
    const there = core.trash.get(item.id)
    const record = there && filesById(there).get(id)
    if (!record) return null
    const place = join(core.layout.trashContent(item.id), ...record.path.slice(item.path.length).split('/'))
    return captureAt(core, record, place)
  })
}

/** Each of the files in a large deleted folder is asked for. */
const known = new WeakMap<TrashRecord, ReadonlyMap<string, IndexRecord>>()

function filesById(item: TrashRecord): ReadonlyMap<string, IndexRecord> {
  const found = known.get(item) ?? new Map(item.files.map((file) => [file.id, file]))
  known.set(item, found)
  return found
}

async function captureAt(core: Core, record: IndexRecord, place: string): Promise<Captured> {
  const { fs, layout } = core
  const log = await wholeLines(core, layout.log(record.id)).catch(() => null)
  const shadow = isVersioned(record.path)
    ? await ifThere(core, layout.shadow(record.id, record.hash)).catch(() => null)
    : null
  const content = await fs.open(place, 'read').catch(() => null)
  const room = await wholeLines(core, layout.roomLog(record.id)).catch(() => null)
  return { record, log, shadow, room, content }
}

/** A log without what a write that is under way has of its last line. */
export async function wholeLines({ fs }: Pick<Core, 'fs'>, file: string): Promise<Uint8Array | null> {
  const bytes = await ifThere({ fs }, file)
  return bytes && bytes.subarray(0, bytes.lastIndexOf(10) + 1)
}

async function ifThere({ fs }: Pick<Core, 'fs'>, file: string): Promise<Uint8Array | null> {
  return (await fs.lstat(file))?.kind === 'file' ? readIfPlain(fs, file) : null
}
