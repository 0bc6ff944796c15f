import { z } from 'zod'
import type { DurableFs } from '../disk/durable-fs'
import { openKeyedLog } from '../logs/keyed-log'
import type { Problems } from '../damaged/problems'
import type { ContentHash } from '../layout/names'
import { isHash } from '../layout/names'
import { stored } from '../layout/stored-values'
import type { SyncLog } from '../seam/sync'

/**
 * `value: null`: forgotten. `needs`: hashes of the contents that the value speaks of, so that the doctor
 * misses them.
 */
interface SyncLine {
  readonly key: string
  readonly value: unknown
  readonly needs?: readonly ContentHash[]
}

/**
 * What a sync knows of each file of one pair: an append-only log in which the last line about a key counts. A
 * torn end is cut off; damaged lines are skipped, reported and kept (W6): what they told is found out anew.
 */
export async function openSyncLog(fs: DurableFs, file: string, problems: Problems): Promise<SyncLog> {
  const log = await openKeyedLog<SyncLine, SyncLine>(fs, file, problems, {
    parse: parseSyncLine,
    keyOf: ({ key }) => key,
    valueOf: (line) => (line.value === null ? null : line),
    lineOf: (_key, line) => line,
    damaged: 'What the sync knows had a damaged line. It finds out anew what that told.',
    untidy: 'What the sync knows could not be tidied up. It is intact.'
  })
  return {
    entries: () => Promise.resolve([...log.values].map(([key, { value }]) => [key, value] as const)),
    put: (key, value, needs = []) =>
      log.append([{ key, value, ...(needs.length > 0 && { needs: needs.filter(isHash) }) }])
  }
}

const line = z.object({ key: z.string(), value: z.unknown(), needs: stored.hash.array().exactOptional() })

/** Null for what is no line of such a log. */
export function parseSyncLine(value: unknown): SyncLine | null {
  const parsed = line.safeParse(value).data
  if (!parsed) return null
  return { key: parsed.key, value: parsed.value ?? null, ...(parsed.needs && { needs: parsed.needs }) }
}
