import { dirname } from 'node:path'
import { closing, type DurableFs } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { makeFolders, replaceDurably } from '../disk/durable-write'
import { logLines, readLog } from '../logs/line-log'
import type { PublishedState } from '../seam/published'

/** A line about a path: its state, or null once it is no longer published. */
interface Change {
  readonly key: string
  readonly state: Pick<PublishedState, 'at'> | null
}

/** One of the two files that tell what is published of a site, as it is read. */
interface PublishedCopy<Line extends Change> {
  readonly lines: readonly Line[]
  /** False for one that is empty, or has something in it that cannot be understood. */
  readonly whole: boolean
  /** It ends in half a line. */
  readonly torn: boolean
}

/** Null for a file that is not there, or can never be read. */
export async function readPublishedCopy<Line extends Change>(
  fs: DurableFs,
  file: string,
  parse: (value: unknown) => Line | null
): Promise<PublishedCopy<Line> | null> {
  const bytes = (await fs.lstat(file))?.kind === 'file' ? await readIfPlain(fs, file) : null
  if (!bytes) return null
  const log = readLog(bytes)
  const lines = log.values.flatMap((value) => parse(value) ?? [])
  return {
    lines,
    whole: lines.length > 0 && log.damaged === 0 && lines.length === log.values.length,
    torn: log.wholeBytes < bytes.length
  }
}

/**
 * Whether the second copy knows what the first does not: the first is missing, empty, damaged, or older. What
 * is published is written to the first and then to the second, what is no longer published the other way
 * round: so the second never brings back what was taken off.
 */
export function knowsMore<Line extends Change>(
  copy: PublishedCopy<Line> | null,
  first: PublishedCopy<Line> | null
): boolean {
  if (!copy?.whole) return false
  const states = statesOf(copy.lines)
  if (first?.whole) return newest(states.values()) > newest(first.lines.map(({ state }) => state))
  const known = statesOf(first?.lines ?? [])
  return [...states.keys()].some((key) => !known.has(key))
}

/** What the lines come to: the last one about a key counts. */
export function statesOf<Line extends Change>(
  lines: readonly Line[]
): Map<string, NonNullable<Line['state']>> {
  const states = new Map<string, NonNullable<Line['state']>>()
  for (const { key, state } of lines) {
    if (state === null) states.delete(key)
    else states.set(key, state)
  }
  return states
}

function newest(states: Iterable<Change['state']>): number {
  let latest = 0
  for (const state of states) latest = Math.max(latest, state?.at ?? 0)
  return latest
}

/** The second copy of a site's list, written with the first and not waited for by the disk. */
interface PublishedEcho<Line> {
  append(lines: readonly Line[]): Promise<void>
}

/**
 * @param all the lines that it has to tell, when it is begun
 * @param isThere whether it tells the same as the first
 */
export function openPublishedEcho<Line extends Change>(
  fs: DurableFs,
  file: string,
  isThere: boolean,
  all: () => readonly Line[]
): PublishedEcho<Line> {
  let there = isThere

  async function write(lines: readonly Line[]): Promise<void> {
    if (there && lines.length === 0) return
    if (!there) {
      await makeFolders(fs, dirname(file))
      await replaceDurably(fs, file, logLines([...all(), ...lines]))
      there = true
      return
    }
    const handle = await fs.open(file, 'append')
    await closing(handle, async () => handle.write(logLines(lines)))
  }

  return {
    async append(lines) {
      await write(lines).catch(async () => {
        // one that lacks a line would be believed one day: better none
        there = false
        await fs.unlink(file).catch(() => undefined)
      })
    }
  }
}
