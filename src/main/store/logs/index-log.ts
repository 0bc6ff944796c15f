import type { ContentPath } from '../../../common/content/paths'
import { isWithin } from '../../../common/content/paths'
import type { DurableFs, DurableHandle } from '../disk/durable-fs'
import { closing } from '../disk/durable-fs'
import type { IndexRecord } from '../layout/content-index'
import { ContentIndex } from '../layout/content-index'
import { replaceDurably } from '../disk/durable-write'
import type { IndexLine } from './index-lines'
import { applyLines, bindLine, INDEX_HEADER, isHeader, moveLine, unbindLine } from './index-lines'
import { logLine, logLines, readLog } from './line-log'
import { readIfPlain } from '../disk/durable-read'
import { takingTurns } from '../../system/turns'

const FLUSH_AFTER_MS = 2_000

/**
 * The index with its append-only file. What binds paths to ids is durable when it resolves; the rest follows
 * lazily.
 */
export interface DurableIndex {
  readonly memory: ContentIndex
  bind(records: readonly IndexRecord[]): Promise<void>
  /** As `bind`, of records that are in memory already. */
  bindKnown(records: readonly IndexRecord[]): Promise<void>
  unbind(paths: readonly ContentPath[]): Promise<void>
  move(from: ContentPath, to: ContentPath): Promise<IndexRecord[]>
  /** A new hash or time of a bound file: in memory at once, on disk soon; the file's own log is the truth. */
  refresh(record: IndexRecord): void
  flush(): Promise<void>
  /** @returns false when something of it could not be written: then the logs know more */
  close(): Promise<boolean>
}

interface LoadedIndex {
  index: ContentIndex
  /** False: missing or damaged, so bindings may be lost and it must be rebuilt (W6). */
  readonly whole: boolean
  readonly lines: number
  /** It is no plain file, or larger than any index. */
  readonly unreadable?: true
}

export async function loadIndex(fs: DurableFs, file: string): Promise<LoadedIndex> {
  const index = new ContentIndex()
  if (!(await fs.lstat(file))) return { index, whole: false, lines: 0 }
  const bytes = await readIfPlain(fs, file)
  if (!bytes) return { index, whole: false, lines: 0, unreadable: true }
  const { values, damaged } = readLog(bytes)
  const [header, ...lines] = values
  if (!isHeader(header)) return { index, whole: false, lines: values.length }
  const unknown = applyLines(index, lines)
  return { index, whole: damaged === 0 && unknown === 0, lines: values.length }
}

/** Writes the index anew, without what later lines made void. */
export async function writeIndex(fs: DurableFs, file: string, index: ContentIndex): Promise<void> {
  await replaceDurably(fs, file, logLines([INDEX_HEADER, ...[...index.all()].map(bindLine)]))
}

/** A file of so many lines beyond twice its records is written anew. */
const SPARE_LINES = 2_000

/** Whether the file says much that later lines made void. */
export const isLong = (lines: number, { size }: ContentIndex): boolean => lines > 2 * size + SPARE_LINES

interface IndexLogOptions {
  /** In the file now. */
  readonly lines: number
  /** Whether a record is in memory alone, until what makes it last is written. */
  readonly isPending: (id: string) => boolean
  /** The file is about to become another one: what vouches for this one has to go. */
  readonly beforeAnew: () => Promise<void>
}

/** @param memory what the file says */
export function openIndexLog(
  fs: DurableFs,
  file: string,
  memory: ContentIndex,
  options: IndexLogOptions
): DurableIndex {
  const stale = new Set<string>()
  const changing = new Set<readonly ContentPath[]>()
  let timer: NodeJS.Timeout | undefined
  let pending: IndexLine[] = []
  let lines = options.lines
  let batch: Promise<void> | undefined
  let handle: DurableHandle | undefined
  let writing: Promise<void> = Promise.resolve()

  const append = (added: readonly IndexLine[]): Promise<void> => {
    for (const line of added) pending.push(line)
    batch ??= writing.then(writeBatch)
    return batch
  }

  async function writeBatch(): Promise<void> {
    const added = pending
    pending = []
    batch = undefined
    const work = writeOut(logLines(added))
    writing = work
      .then(() => {
        lines += added.length
        return isLong(lines, memory) ? writeAnew() : undefined
      })
      .catch(() => undefined)
    await work
  }

  /**
   * Without what later lines made void; nobody else writes meanwhile. A failure leaves the file as it was, until
   * it has grown as much again.
   */
  async function writeAnew(): Promise<void> {
    lines = 0
    // whoever waited for the last lines brings memory up to them first
    await new Promise((resolve) => setImmediate(resolve))
    const turn = takingTurns()
    const all = [logLine(INDEX_HEADER)]
    for (const record of memory.all()) {
      await turn()
      if (!options.isPending(record.id)) all.push(logLine(bindLine(record)))
    }
    await handle?.close()
    handle = undefined
    await options.beforeAnew()
    await replaceDurably(fs, file, Buffer.concat(all))
    lines = all.length
  }

  async function writeOut(data: Buffer): Promise<void> {
    handle ??= await openWhole(fs, file)
    const { size } = await handle.stat()
    try {
      await handle.write(data)
      await handle.datasync()
    } catch (error) {
      // never again on this descriptor (W3); what it left half written is cut off
      const failed = handle
      handle = undefined
      await failed.truncate(size).catch(() => undefined)
      await failed.close().catch(() => undefined)
      throw error
    }
  }

  /**
   * First the file, then memory. Meanwhile memory says of these paths what the file does not say any more: a
   * refresh of them waits.
   */
  async function change<T>(
    paths: readonly ContentPath[],
    added: readonly IndexLine[],
    apply: () => T
  ): Promise<T> {
    changing.add(paths)
    try {
      await append(added)
      return apply()
    } finally {
      changing.delete(paths)
    }
  }

  const isChanging = ({ path }: IndexRecord) =>
    [...changing].some((paths) => paths.some((changed) => isWithin(path, changed)))

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const known = [...stale].flatMap((id) => memory.byId(id) ?? [])
    stale.clear()
    const records: IndexRecord[] = []
    for (const record of known) {
      if (isChanging(record)) refreshSoon(record.id)
      else records.push(record)
    }
    if (records.length > 0) await append(records.map(bindLine))
    await writing
  }

  function refreshSoon(id: string): void {
    stale.add(id)
    // a lost refresh costs one re-read of the file, so a failure here is no failure of anybody's save
    timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_AFTER_MS).unref()
  }

  return {
    memory,
    bind: (records) => {
      const paths = records.map(({ path }) => path)
      return change(paths, records.map(bindLine), () => records.forEach((record) => memory.set(record)))
    },
    bindKnown: (records) => append(records.map(bindLine)),
    unbind: (paths) =>
      change(paths, paths.map(unbindLine), () => paths.forEach((path) => memory.removeWithin(path))),
    move: (from, to) => change([from, to], [moveLine(from, to)], () => memory.move(from, to)),
    refresh(record) {
      memory.set(record)
      refreshSoon(record.id)
    },
    flush,
    async close() {
      const whole = await flush().then(
        () => stale.size === 0,
        () => false
      )
      await handle?.close()
      handle = undefined
      return whole
    }
  }
}

/** Opens for appending; a torn line left by a crash or a failed write is cut off first. */
async function openWhole(fs: DurableFs, file: string): Promise<DurableHandle> {
  const bytes = await fs.readFile(file)
  if (bytes.length > 0 && bytes[bytes.length - 1] !== 10) {
    const cut = await fs.open(file, 'update')
    await closing(cut, () => cut.truncate(bytes.lastIndexOf(10) + 1))
  }
  return fs.open(file, 'append')
}
