import type { DurableFs } from '../disk/durable-fs'
import { closing } from '../disk/durable-fs'
import { surveyHistoryCopy, type Weighed } from './history-copy-anew'
import { parseHistoryLine, type HistoryLine } from './history-lines'
import { logLines, readLog } from './line-log'
import type { LogEvent, VersionEvent } from './log-events'
import { eventOf } from './log-events'
import type { Version } from '../seam/content'
import type { Guid } from '../layout/names'
import { readIfPlain } from '../disk/durable-read'

const FLUSH_AFTER_MS = 2_000
/** A disk that takes nothing for long loses the copy of what is older; a repair writes it anew. */
const MOST_WAITING = 50_000

/**
 * Every version of every file once more, in one log that follows a moment later and is never waited for:
 * nobody needs it until a history is gone, and then it tells the doctor what the history told (L4).
 */
export interface HistoryCopy {
  /** Versions of a file, each with who wrote it. */
  add(id: Guid, versions: readonly Version[]): void
  /** What was taken back. */
  drop(id: Guid, events: readonly LogEvent[]): void
  /** The file is gone for good. @param bytes of its history, about as many as it has here */
  forget(id: Guid, bytes: number): void
  close(): Promise<void>
}

/** With so much in it that later lines made void, and no more that is needed, the file is written anew. Bytes. */
const SPARE = 256 * 1024

export function createHistoryCopy(fs: DurableFs, file: string): HistoryCopy {
  let waiting: HistoryLine[] = []
  /** Bytes that were made void since the file was last weighed. */
  let made = 0
  let weighed: Weighed | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function put(lines: readonly HistoryLine[]): void {
    if (lines.length === 0) return
    waiting.push(...lines)
    timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(async () => {
      const lines = waiting
      waiting = []
      if (lines.length === 0) return
      await append(fs, file, logLines(lines)).catch(() => {
        waiting = [...lines, ...waiting].slice(-MOST_WAITING)
      })
      // what it cannot do now it tries again when as much is void again
      await writeAnew().catch(() => (made = 0))
    })
  }

  /** Looks at the file once a good part of it may be void, and for the first time when anything is. */
  async function writeAnew(): Promise<void> {
    if (
      closed ||
      made === 0 ||
      (weighed ? made < Math.max(SPARE / 2, weighed.size / 8) : !(await isLarge(fs, file)))
    )
      return
    const counted = made
    const anew = await surveyHistoryCopy(fs, file, () => closed)
    const found = await anew.weigh()
    // one that was stopped on the way has counted a part only
    if (closed) return
    weighed = found
    made -= counted
    if (weighed.void < Math.max(SPARE, weighed.size / 2)) return
    const size = await anew.write()
    if (size !== null) weighed = { size, void: 0 }
  }

  return {
    add: (id, versions) => put(versions.map((version) => ({ file: id, version: eventOf(version) }))),
    drop: (id, events) => put(versionsIn(events).map((version) => ({ file: id, not: version.id }))),
    forget(id, bytes) {
      made += bytes
      put([{ file: id, gone: true }])
    },
    async close() {
      closed = true
      flush()
      await writing
    }
  }
}

/** What the copy tells. */
export interface CopiedHistories {
  /** The versions of each file, by its id, oldest first. */
  readonly versions: ReadonlyMap<Guid, readonly VersionEvent[]>
  /** False when something of it cannot be read, or there is nothing in it. */
  readonly whole: boolean
  /** It ends in half a line: of a crash, or of what cut it. */
  readonly torn: boolean
}

/** Null when there is none. */
export async function readHistoryCopy(fs: DurableFs, file: string): Promise<CopiedHistories | null> {
  if (!(await fs.lstat(file))) return null
  const bytes = await readIfPlain(fs, file)
  if (!bytes) return { versions: new Map(), whole: false, torn: false }
  const { values, damaged, wholeBytes } = readLog(bytes)
  const found = new Map<Guid, Map<string, VersionEvent>>()
  let strange = damaged
  for (const value of values) {
    const line = parseHistoryLine(value)
    if (!line) strange++
    else if ('gone' in line) found.delete(line.file)
    else if ('not' in line) found.get(line.file)?.delete(line.not)
    else {
      const known = found.get(line.file) ?? new Map<string, VersionEvent>()
      found.set(line.file, known.set(line.version.id, line.version))
    }
  }
  const versions = new Map(
    [...found].map(([id, events]) => [id, [...events.values()].sort((a, b) => a.timestamp - b.timestamp)])
  )
  return { versions, whole: strange === 0 && values.length > 0, torn: wholeBytes < bytes.length }
}

/** The copy of these versions, written anew. */
export function historyCopyOf(versions: ReadonlyMap<Guid, readonly VersionEvent[]>): Buffer {
  return logLines([...versions].flatMap(([id, events]) => events.map((version) => ({ file: id, version }))))
}

function versionsIn(events: readonly LogEvent[]): VersionEvent[] {
  return events.filter((event) => event.event === 'version')
}

const isLarge = async (fs: DurableFs, file: string) => ((await fs.lstat(file))?.size ?? 0) > SPARE

async function append(fs: DurableFs, file: string, data: Buffer): Promise<void> {
  const handle = await fs.open(file, 'append')
  await closing(handle, async () => {
    // a line that a crash tore ends here, so that it takes no other with it
    await handle.write((await endsWhole(fs, file)) ? data : Buffer.concat([Buffer.from('\n'), data]))
  })
}

async function endsWhole(fs: DurableFs, file: string): Promise<boolean> {
  const handle = await fs.open(file, 'read')
  return closing(handle, async () => {
    const { size } = await handle.stat()
    const last = new Uint8Array(1)
    return size === 0 || ((await handle.read(last, size - 1)) === 1 && last[0] === 10)
  })
}
