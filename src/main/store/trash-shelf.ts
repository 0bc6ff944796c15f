import { z } from 'zod'
import type { Person, TrashItem } from '../../common/api/types'
import type { ContentPath } from '../../common/content/paths'
import type { IndexRecord } from './content-index'
import type { DurableFs } from './durable-fs'
import { replaceDurably } from './durable-write'
import type { Layout } from './layout'
import { isGuid } from './layout'
import type { Problems } from './problems'

/** One thing in the trash with what it takes to bring it back: its files' ids and records. */
export interface TrashRecord {
  readonly id: string
  readonly path: ContentPath
  readonly kind: 'file' | 'folder'
  readonly deletedAt: number
  readonly deletedBy: Person
  readonly cause: 'deleted' | 'replaced'
  readonly files: readonly IndexRecord[]
}

/** `trash/<id>/record.json` beside `trash/<id>/content`. A record without content is an operation that did not happen. */
export interface TrashShelf {
  all(): TrashRecord[]
  get(id: string): TrashRecord | undefined
  /** Writes the record, durably; the content follows by rename. */
  prepare(record: TrashRecord): Promise<void>
  /** The content arrived: the record counts from now on. */
  added(record: TrashRecord): void
  /** Takes the whole item off the shelf, for good. */
  discard(id: string): Promise<void>
  /** Its content has gone back, durably: a record that cannot be taken off now counts for nothing and goes at the next start. */
  returned(id: string): Promise<void>
}

export const trashItemOf = (record: TrashRecord): TrashItem => ({
  id: record.id,
  path: record.path,
  kind: record.kind,
  files: record.files.length,
  deletedAt: record.deletedAt,
  deletedBy: record.deletedBy,
  cause: record.cause
})

export function createTrashShelf(fs: DurableFs, layout: Layout): TrashShelf {
  const records = new Map<string, TrashRecord>()

  /** One rename makes it gone; what a crash leaves in staging is swept at start. */
  async function takeOff(id: string): Promise<void> {
    if (!(await fs.lstat(layout.trashItem(id)))) return
    await fs.rename(layout.trashItem(id), layout.staged(id))
    await fs.syncFolder(layout.trash)
  }

  const sweep = (id: string) => fs.removeTree(layout.staged(id)).catch(() => undefined)

  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    async prepare(record) {
      await fs.mkdir(layout.trashItem(record.id))
      await replaceDurably(fs, layout.trashRecord(record.id), Buffer.from(JSON.stringify(record)))
      await fs.syncFolder(layout.trash)
    },
    added: (record) => void records.set(record.id, record),
    async discard(id) {
      await takeOff(id)
      records.delete(id)
      await sweep(id)
    },
    async returned(id) {
      records.delete(id)
      await takeOff(id).catch(() => undefined)
      await sweep(id)
    }
  }
}

/** Every record that can be read; damaged ones are reported and left where they are. */
export async function readTrashRecords(
  fs: DurableFs,
  layout: Layout,
  problems: Problems
): Promise<TrashRecord[]> {
  const records: TrashRecord[] = []
  for (const { name, kind } of (await fs.readdir(layout.trash)) ?? []) {
    if (kind !== 'folder' || !isGuid(name)) continue
    const record = await readTrashRecord(fs, layout, name)
    if (record) records.push(record)
    else if (await fs.lstat(layout.trashContent(name))) {
      problems.report(
        layout.trashItem(name),
        'A record in the trash is damaged. What was deleted still lies beside it.'
      )
    } else await fs.removeTree(layout.trashItem(name))
  }
  return records
}

/** Null when it is missing or cannot be understood. */
export async function readTrashRecord(
  fs: DurableFs,
  layout: Layout,
  id: string
): Promise<TrashRecord | null> {
  if (!(await fs.lstat(layout.trashRecord(id)))) return null
  try {
    const text = Buffer.from(await fs.readFile(layout.trashRecord(id))).toString('utf8')
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const path = z.custom<ContentPath>((value) => typeof value === 'string' && value.startsWith('/'))
const person = z
  .object({ email: z.string(), name: z.string().optional() })
  .transform(({ email, name }): Person => (name === undefined ? { email } : { email, name }))

const file = z
  .object({
    path,
    id: z.string(),
    hash: z.string(),
    size: z.number(),
    mtimeMs: z.number(),
    ino: z.number(),
    at: z.number(),
    by: person,
    session: z.string().optional(),
    since: z.number().optional()
  })
  .transform(({ session, since, ...rest }): IndexRecord => ({
    ...rest,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since })
  }))

const schema = z.object({
  id: z.string(),
  path,
  kind: z.enum(['file', 'folder']),
  deletedAt: z.number(),
  deletedBy: person,
  cause: z.enum(['deleted', 'replaced']),
  files: z.array(file)
})
