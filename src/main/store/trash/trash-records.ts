import { z } from 'zod'
import type { TrashItem } from '../../../common/api/types'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { isWithin } from '../../../common/content/paths'
import type { IndexRecord } from '../layout/content-index'
import type { DurableFs } from '../disk/durable-fs'
import { allDone, replaceDurably } from '../disk/durable-write'
import { tempName, type Layout } from '../layout/layout'
import type { Guid } from '../layout/names'
import { isGuid, newGuid } from '../layout/names'
import { stored } from '../layout/stored-values'
import type { Problems } from '../damaged/problems'
import { storedRecord } from './stored-record'

/** One thing in the trash with what it takes to bring it back: its files' ids and records. */
export interface TrashRecord {
  readonly id: Guid
  readonly path: ContentPath
  readonly kind: 'file' | 'folder'
  readonly deletedAt: number
  readonly deletedBy: Person
  readonly cause: 'deleted' | 'replaced'
  /**
   * The item with which it was deleted: it is shown, comes back and goes with that. Where that has gone, an
   * interrupted deletion or restoring left it.
   */
  readonly with?: Guid
  readonly files: readonly IndexRecord[]
}

/**
 * `trash/<id>/record.json` beside `trash/<id>/content`. A record without content is an operation that did not
 * happen.
 */
export interface TrashRecords {
  all(): TrashRecord[]
  get(id: string): TrashRecord | undefined
  /** What was deleted with an item. */
  along(id: Guid): TrashRecord[]
  /** Whether some record holds a file of this id. */
  holds(fileId: string): boolean
  /** Writes the record, durably; the content follows by rename. */
  prepare(record: TrashRecord): Promise<void>
  /** As `prepare`, of many. */
  prepareAll(records: readonly TrashRecord[]): Promise<void>
  /** The content arrived: the record counts from now on. */
  added(record: TrashRecord): void
  /** Takes the whole item out of the trash, for good. */
  discard(id: Guid): Promise<void>
  /**
   * Its content has gone back, durably: a record that cannot be taken off now counts for nothing and goes at
   * the next start.
   */
  returned(id: Guid): Promise<void>
}

/** @param along what was deleted with it */
export const trashItemOf = (record: TrashRecord, along: readonly TrashRecord[]): TrashItem => ({
  id: record.id,
  path: record.path,
  kind: record.kind,
  files: [record, ...along].reduce((sum, { files }) => sum + files.length, 0),
  deletedAt: record.deletedAt,
  deletedBy: record.deletedBy,
  cause: record.cause
})

export function createTrashRecords(fs: DurableFs, layout: Layout): TrashRecords {
  const records = new Map<string, TrashRecord>()
  const byLeader = new Map<string, Set<TrashRecord>>()
  /** How many records hold a file. */
  const held = new Map<string, number>()

  function add(record: TrashRecord): void {
    remove(record.id)
    records.set(record.id, record)
    if (record.with !== undefined) {
      const along = byLeader.get(record.with)
      if (along) along.add(record)
      else byLeader.set(record.with, new Set([record]))
    }
    for (const { id } of record.files) held.set(id, (held.get(id) ?? 0) + 1)
  }

  function remove(id: Guid): void {
    const record = records.get(id)
    if (!record || !records.delete(id)) return
    if (record.with !== undefined) {
      const along = byLeader.get(record.with)
      along?.delete(record)
      if (along?.size === 0) byLeader.delete(record.with)
    }
    for (const file of record.files) {
      const left = (held.get(file.id) ?? 0) - 1
      if (left > 0) held.set(file.id, left)
      else held.delete(file.id)
    }
  }

  /** One rename makes it gone; what a crash leaves in staging is swept at start. */
  async function takeOff(id: Guid): Promise<void> {
    if (!(await fs.lstat(layout.trashItem(id)))) return
    await fs.rename(layout.trashItem(id), layout.staged(id))
    await fs.syncFolder(layout.trash)
  }

  const sweep = (id: Guid) => fs.removeTree(layout.staged(id)).catch(() => undefined)

  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    along: (id) => [...(byLeader.get(id) ?? [])],
    holds: (fileId) => held.has(fileId),
    async prepare(record) {
      await fs.mkdir(layout.trashItem(record.id))
      await replaceDurably(fs, layout.trashRecord(record.id), Buffer.from(JSON.stringify(record)))
      await fs.syncFolder(layout.trash)
    },
    async prepareAll(all) {
      await allDone(all.map(({ id }) => fs.mkdir(layout.trashItem(id))))
      const files = all.map((record) => ({
        from: `${layout.trashItem(record.id)}/${tempName(newGuid())}`,
        to: layout.trashRecord(record.id),
        data: Buffer.from(JSON.stringify(record))
      }))
      await fs.writeAllSynced(files.map(({ from, data }) => ({ path: from, data, temporary: true })))
      await fs.renameAll(files.map(({ from, to }) => ({ from, to })))
      await fs.syncFolder(layout.trash)
    },
    added: add,
    async discard(id) {
      await takeOff(id)
      remove(id)
      await sweep(id)
    },
    async returned(id) {
      remove(id)
      await takeOff(id).catch(() => undefined)
      await sweep(id)
    }
  }
}

const BAD_RECORD = 'A record in the trash is damaged or breaks a rule. It was set aside.'
const NO_RECORD = 'A record in the trash is missing or damaged. What was deleted still lies there.'

/**
 * Every record that can be read; damaged ones are reported and set aside, and what they are about stays where
 * it is.
 */
export async function readTrashRecords(
  fs: DurableFs,
  layout: Layout,
  problems: Problems
): Promise<TrashRecord[]> {
  const records: TrashRecord[] = []
  for (const { name, kind } of (await fs.readdir(layout.trash)) ?? []) {
    if (kind !== 'folder' || !isGuid(name)) continue
    const record = await readTrashRecord(fs, layout, name)
    if (record) {
      records.push(record)
      continue
    }
    if (await fs.lstat(layout.trashRecord(name)))
      await problems.setAside(layout.trashRecord(name), BAD_RECORD)
    if (await fs.lstat(layout.trashContent(name))) problems.report(layout.trashItem(name), NO_RECORD)
    else await fs.removeTree(layout.trashItem(name))
  }
  return records
}

/** Null when it is missing or cannot be understood. */
export async function readTrashRecord(fs: DurableFs, layout: Layout, id: Guid): Promise<TrashRecord | null> {
  if (!(await fs.lstat(layout.trashRecord(id)))) return null
  try {
    const text = Buffer.from(await fs.readFile(layout.trashRecord(id))).toString('utf8')
    const record = schema.parse(JSON.parse(text))
    return isOfItem(record, id) ? record : null
  } catch {
    return null
  }
}

const schema = z.object({
  id: stored.guid,
  path: stored.place,
  kind: z.enum(['file', 'folder']),
  deletedAt: stored.moment,
  deletedBy: stored.person,
  cause: z.enum(['deleted', 'replaced']),
  with: stored.guid.exactOptional(),
  files: z.array(storedRecord)
})

/** A record may lie: it counts only for its own item, and only for files that were in what was deleted. */
function isOfItem({ id, path, kind, files }: TrashRecord, item: Guid): boolean {
  const ids = new Set(files.map((file) => file.id))
  return (
    id === item &&
    ids.size === files.length &&
    files.every((file) =>
      kind === 'file' ? file.path === path : file.path !== path && isWithin(file.path, path)
    )
  )
}
