import type { Content, FileHistory, Kept, Place, Placed, Trashed } from '../../../common/moment/file-history'
import { placesOf } from '../../../common/moment/file-history'
import type { ContentPath } from '../../../common/content/paths'
import { contentPath, isWithin, segmentsOf } from '../../../common/content/paths'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { readLog } from '../logs/line-log'
import type { LogEvent } from '../logs/log-events'
import { parseEvent } from '../logs/log-events'
import { sideBySide } from '../../../common/side-by-side'
import type { Guid } from '../layout/names'
import { readIfPlain } from '../disk/durable-read'
import { codeOf } from '../disk/error-codes'

const AT_ONCE = 16
/** Logs are written after what they tell of: a little before counts as since. Milliseconds. */
const MARGIN = 5_000

/**
 * Every file at or below the path, in the trash too, and every one elsewhere in the organization that may
 * have been there since the moment: only logs that were written since are opened.
 */
export async function historiesWithin(
  core: Core,
  path: ContentPath,
  since: number,
  isWhole: (id: string, trashed: Trashed | null) => boolean = () => false
): Promise<FileHistory[]> {
  const org = contentPath(`/${segmentsOf(path)[0] ?? ''}`)
  const known = inTrash(core, org)
  const histories: FileHistory[] = []
  const seen = new Set<string>()
  const look = async (id: Guid, record: IndexRecord | null, trashed: Trashed | null) => {
    const here = isWithin(record?.path ?? trashed?.path ?? org, path)
    const events = await eventsSince(core, id, isWhole(id, trashed) ? 0 : since)
    if (events.length === 0 && !here) return
    const history = historyOf(id, record, trashed, events, known.replaced.get(id) ?? [])
    if (here || placesOf(history).some((place) => isWithin(place, path))) histories.push(history)
  }
  await sideBySide(core.index.memory.within(org), AT_ONCE, async (record) => {
    seen.add(record.id)
    await look(record.id, record, null)
  })
  await sideBySide(known.deleted, AT_ONCE, async ([id, trashed]) => {
    if (!seen.has(id)) await look(id, null, trashed)
  })
  return histories
}

interface InTrash {
  readonly deleted: ReadonlyMap<Guid, Trashed>
  readonly replaced: ReadonlyMap<string, readonly Kept[]>
}

function inTrash({ trash }: Core, org: ContentPath): InTrash {
  const deleted = new Map<Guid, Trashed>()
  const replaced = new Map<string, Kept[]>()
  for (const item of trash.all().sort((a, b) => a.deletedAt - b.deletedAt)) {
    if (!isWithin(item.path, org)) continue
    for (const file of item.files) {
      if (item.cause === 'deleted') {
        const { id, path: folder, deletedAt: at, deletedBy: by } = (item.with && trash.get(item.with)) ?? item
        deleted.set(file.id, { id, item: folder, path: file.path, content: contentOf(file), at, by })
      } else {
        const { hash, size, path } = file
        const one: Kept = {
          kind: 'replaced',
          id: item.id,
          hash,
          size,
          at: item.deletedAt,
          path,
          by: [file.by]
        }
        replaced.set(file.id, [...(replaced.get(file.id) ?? []), one])
      }
    }
  }
  return { deleted, replaced }
}

/**
 * Of a log that nothing was written to since, nothing. A torn or damaged line is left out; opening the file
 * mends it.
 */
/** What a file's log tells, if it was written since a moment. */
export async function eventsSince(core: Core, id: Guid, since: number): Promise<LogEvent[]> {
  const file = core.layout.log(id)
  const stat = await core.fs.lstat(file)
  if (!stat || stat.mtimeMs < since - MARGIN) return []
  // one that is deleted for good meanwhile tells nothing any more
  const bytes = await readIfPlain(core.fs, file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return bytes === null ? [] : readLog(bytes).values.flatMap((value) => parseEvent(value, id) ?? [])
}

function historyOf(
  id: string,
  record: IndexRecord | null,
  trashed: Trashed | null,
  events: readonly LogEvent[],
  replaced: readonly Kept[]
): FileHistory {
  let created: Placed | null = null
  const places: Place[] = []
  const written: Content[] = []
  const kept: Kept[] = [...replaced]
  for (const event of events) {
    switch (event.event) {
      case 'created':
        created ??= { path: event.path, at: event.at, by: event.by }
        break
      case 'moved':
      case 'restored':
        places.push(event)
        break
      case 'current':
        written.push({ hash: event.hash, size: event.size, at: event.at, by: event.by })
        break
      case 'version': {
        const { hash, size, timestamp: at, path, users: by, label } = event
        kept.push({ kind: 'version', id: event.id, hash, size, at, path, by, label })
        break
      }
      case 'trashed':
        break
    }
  }
  kept.sort((a, b) => a.at - b.at)
  const current = record && { path: record.path, content: contentOf(record) }
  return { id, current, trashed: current ? null : trashed, created, places, written, kept }
}

const contentOf = ({ hash, size, at, by }: IndexRecord): Content => ({ hash, size, at, by })
