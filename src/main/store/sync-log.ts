import { dirname } from 'node:path'
import { z } from 'zod'
import type { DurableFs } from './durable-fs'
import { appendSynced, makeFolders, replaceDurably, truncateDurably, writeSynced } from './durable-write'
import { logLine, logLines, readLog } from './line-log'
import type { Problems } from './problems'
import type { SyncLog } from './types'

/** `value: null`: forgotten. `needs`: hashes of the contents that the value speaks of, so that the doctor misses them. */
export interface SyncLine {
  readonly key: string
  readonly value: unknown
  readonly needs?: readonly string[]
}

/**
 * What a sync knows of each file of one pair: an append-only log in which the last line about a key counts. A torn end is cut off;
 * damaged lines are skipped, reported and kept (W6): what they told is found out anew.
 */
export async function openSyncLog(fs: DurableFs, file: string, problems: Problems): Promise<SyncLog> {
  const { values, lines, length } = await load(fs, file, problems)
  let bytes = length
  let count = lines
  let waiting: SyncLine[] = []
  let writing: Promise<void> | null = null
  let queue: Promise<unknown> = Promise.resolve()

  async function write(changes: readonly SyncLine[]): Promise<void> {
    const data = logLines(changes)
    if (bytes === null) {
      await makeFolders(fs, dirname(file))
      await writeSynced(fs, file, data, 'replace')
      await fs.syncFolder(dirname(file))
      bytes = data.length
    } else {
      try {
        await appendSynced(fs, file, data)
      } catch (error) {
        await truncateDurably(fs, file, bytes).catch(() => undefined)
        throw error
      }
      bytes += data.length
    }
    count += changes.length
    for (const line of changes) {
      if (line.value === null) values.delete(line.key)
      else values.set(line.key, line)
    }
    if (count > 2 * values.size + SPARE_LINES) await compact()
  }

  async function compact(): Promise<void> {
    const data = Buffer.concat([...values.values()].map(logLine))
    try {
      await replaceDurably(fs, file, data)
      bytes = data.length
      count = values.size
    } catch (error) {
      problems.report(file, 'What the sync knows could not be tidied up. It is intact.', error)
      count = 0
    }
  }

  /** What comes while a write is under way goes out together with the next one: one sync for many. */
  function flush(): Promise<void> {
    if (writing) return writing
    const next = queue.then(() => {
      const lines = waiting
      waiting = []
      writing = null
      return write(lines)
    })
    writing = next
    queue = next.catch(() => undefined)
    return next
  }

  return {
    entries: () => [...values].map(([key, { value }]) => [key, value] as const),
    put(key, value, needs = []) {
      waiting.push({ key, value, ...(needs.length > 0 && { needs }) })
      return flush()
    }
  }
}

const SPARE_LINES = 2_000

interface Loaded {
  readonly values: Map<string, SyncLine>
  readonly lines: number
  /** Null: there is no log yet. */
  readonly length: number | null
}

async function load(fs: DurableFs, file: string, problems: Problems): Promise<Loaded> {
  const values = new Map<string, SyncLine>()
  if (!(await fs.lstat(file))) return { values, lines: 0, length: null }
  const bytes = await fs.readFile(file)
  const log = readLog(bytes)
  const lines = log.values.flatMap((value) => parseSyncLine(value) ?? [])
  for (const line of lines) {
    if (line.value === null) values.delete(line.key)
    else values.set(line.key, line)
  }
  if (log.damaged > 0 || lines.length < log.values.length) {
    await problems.setAsideCopy(
      file,
      'What the sync knows had a damaged line. It finds out anew what that told.'
    )
    const whole = logLines(lines)
    await replaceDurably(fs, file, whole)
    return { values, lines: lines.length, length: whole.length }
  }
  if (log.wholeBytes < bytes.length) await truncateDurably(fs, file, log.wholeBytes)
  return { values, lines: lines.length, length: log.wholeBytes }
}

const line = z.object({ key: z.string(), value: z.unknown(), needs: z.string().array().exactOptional() })

/** Null for what is no line of such a log. */
export function parseSyncLine(value: unknown): SyncLine | null {
  const parsed = line.safeParse(value).data
  if (!parsed) return null
  return { key: parsed.key, value: parsed.value ?? null, ...(parsed.needs && { needs: parsed.needs }) }
}
