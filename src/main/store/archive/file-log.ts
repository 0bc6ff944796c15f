import { isHash, type Guid } from '../layout/names'
import { withoutSuperseded, isLong } from '../logs/superseded'
import { applyEvent, emptyState, type CurrentEvent, type LogEvent } from '../logs/log-events'
import type { ArchivedFile } from '../seam/archive'
import type { Content } from '../../../common/moment/file-history'

type Told = Pick<ArchivedFile, 'created' | 'places' | 'written' | 'versions'>

/** What the history of a file tells, whoever wrote it. */
export function toldBy(id: Guid, events: readonly LogEvent[]): Told {
  const state = emptyState(id)
  let created: ArchivedFile['created'] = null
  const places: ArchivedFile['places'][number][] = []
  const written: Content[] = []
  for (const event of events) {
    applyEvent(state, event)
    if (event.event === 'created') created ??= { path: event.path, at: event.at, by: event.by }
    else if (event.event === 'moved' || event.event === 'restored') {
      const { path, at, by, deletedAt } = event
      places.push({ path, at, ...(by && { by }), ...(deletedAt !== undefined && { deletedAt }) })
    } else if (event.event === 'current')
      written.push({ hash: event.hash, size: event.size, at: event.at, by: event.by })
  }
  const versions = state.versions.map(({ fileId: _file, ...version }) => version)
  return { created, places, written, versions: versions.sort((a, b) => a.timestamp - b.timestamp) }
}

/** Of what a file looks like on a disk. */
interface Outside {
  readonly mtimeMs: number
  readonly ino: number
}

/**
 * A history that tells what an archive tells of a file: contents and versions as they followed each other. Where that would say of a
 * version that somebody else wrote it, versions come first, each with its own word.
 */
export function historyOf(file: ArchivedFile, { mtimeMs, ino }: Outside): LogEvent[] {
  const currents = contentsOf(file, mtimeMs, ino)
  const together = inTime(file, currents)
  const events = isTold(file, together) ? together : [...versionsOf(file), ...currents]
  const { id, created, places, trash } = file
  return [
    ...(created
      ? [{ event: 'created', id, path: created.path, by: created.by ?? file.by, at: created.at } as const]
      : []),
    ...events,
    ...places.map(({ path, at, by, deletedAt }) =>
      deletedAt === undefined
        ? ({ event: 'moved', path, at, by } as const)
        : ({ event: 'restored', path, at, by, deletedAt } as const)
    ),
    ...(trash === undefined ? [] : [{ event: 'trashed', trash, at: file.at } as const])
  ]
}

/** What a folder's store remembers of a file: without contents that later ones made void, where they are many. */
export function remembered(told: ArchivedFile): ArchivedFile {
  const { hash, size, at, by } = told
  const file = isLast(told) ? told : { ...told, written: [...told.written, { hash, size, at, by }] }
  if (file.written.length <= 1_001) return file
  const events = historyOf(file, { mtimeMs: 0, ino: 0 })
  const state = emptyState(file.id)
  for (const event of events) applyEvent(state, event)
  return isLong(state) ? { ...file, ...toldBy(file.id, withoutSuperseded(events)) } : file
}

/** Of the last content all is known. */
function contentsOf(file: ArchivedFile, mtimeMs: number, ino: number): CurrentEvent[] {
  const { hash, size, at, by, session, since, written } = file
  const now: CurrentEvent = { event: 'current', hash, size, by, at, mtimeMs, ino, session, since }
  const before = isLast(file) ? written.slice(0, -1) : written
  return [
    ...before.flatMap((content): CurrentEvent[] =>
      isHash(content.hash) ? [{ event: 'current', ...content, hash: content.hash, mtimeMs: 0, ino: 0 }] : []
    ),
    now
  ]
}

function isLast({ hash, at, written }: ArchivedFile): boolean {
  const last = written[written.length - 1]
  return last !== undefined && last.hash === hash && last.at === at
}

const versionsOf = ({ versions }: ArchivedFile) =>
  versions.map((version) => ({ event: 'version', ...version }) as const)

function inTime(file: ArchivedFile, currents: readonly CurrentEvent[]): LogEvent[] {
  const keyOf = (hash: string, at: number | undefined) => `${hash} ${at ?? ''}`
  const places = new Map(currents.map(({ hash, at }, index) => [keyOf(hash, at), index + 1]))
  const events: LogEvent[] = []
  let next = 0
  for (const version of versionsOf(file)) {
    let end = places.get(keyOf(version.hash, version.written?.at)) ?? 0
    if (end <= next) {
      end = next
      while (end < currents.length && (currents[end]?.at ?? Infinity) <= version.timestamp) end++
    }
    events.push(...currents.slice(next, end), version)
    next = end
  }
  return [...events, ...currents.slice(next)]
}

/** Whether the versions are told as they are. */
function isTold(file: ArchivedFile, events: readonly LogEvent[]): boolean {
  const { versions } = toldBy(file.id, events)
  return JSON.stringify(versions.map(by)) === JSON.stringify(file.versions.map(by))
}

const by = ({ id, written }: ArchivedFile['versions'][number]) => [id, written?.at, written?.by]
