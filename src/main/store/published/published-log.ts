import { dirname } from 'node:path'
import { z } from 'zod'
import { clashKey } from '../../../common/content/paths'
import { person } from '../../../common/person'
import { environments } from '../../../common/publishing/environments'
import type { DurableFs } from '../disk/durable-fs'
import { siteOf } from '../logs/entries'
import { makeFolders, replaceDurably } from '../disk/durable-write'
import { joinedWrites } from '../disk/joined-writes'
import { openKeyedLog } from '../logs/keyed-log'
import { logLines } from '../logs/line-log'
import { knowsMore, openPublishedEcho, readPublishedCopy, statesOf } from './published-copy'
import type { Problems } from '../damaged/problems'
import type { PublishedState } from '../seam/published'
import { isStoredPath, stored } from '../layout/stored-values'

/** The published states of one site with their append-only log: the last line about a path counts. */
export interface PublishedLog {
  readonly states: ReadonlyMap<string, PublishedState>
  /** Durable when it resolves; after a failure nothing has changed. Calls queue up in order. */
  append(changes: readonly PublishedChange[]): Promise<void>
}

/** `state: null`: no longer published. */
export interface PublishedChange {
  readonly key: string
  readonly state: PublishedState | null
}

export const stateKey = ({ environment, path }: Pick<PublishedState, 'environment' | 'path'>): string =>
  `${environment}:${path}`

/**
 * Reads a site's log. What its second copy knows better is taken from there; else a torn end is cut off, and
 * damaged lines are skipped, reported and kept (W6).
 * @param site the clash key of its path
 */
export async function openPublishedLog(
  fs: DurableFs,
  file: string,
  copyFile: string,
  site: string,
  problems: Problems
): Promise<PublishedLog> {
  const copy = await takeFromCopy(fs, file, copyFile, site, problems)
  const log = await openKeyedLog<PublishedChange, PublishedState>(fs, file, problems, {
    parse: (value) => parseChange(value, site),
    keyOf: ({ key }) => key,
    valueOf: ({ state }) => state,
    lineOf: (key, state) => ({ key, state }),
    damaged:
      'The list of what is published had a damaged line. Look whether everything is published that should be.',
    untidy: 'The list of what is published could not be tidied up. It is intact.'
  })
  const all = () => [...log.values].map(([key, state]) => ({ key, state }))
  const echo = openPublishedEcho<PublishedChange>(fs, copyFile, copy, all)
  if (!copy && log.values.size > 0) await echo.append([])

  async function write(changes: readonly PublishedChange[]): Promise<void> {
    // first what is taken off, so that the copy never brings it back
    await echo.append(changes.filter(({ state }) => state === null))
    await log.append(changes)
    await echo.append([...statesOf(changes)].map(([key, state]) => ({ key, state })))
  }

  return {
    states: log.values,
    /** Both files have the same order. */
    append: joinedWrites(write)
  }
}

/** @returns whether the copy tells the same as the log */
async function takeFromCopy(
  fs: DurableFs,
  file: string,
  copyFile: string,
  site: string,
  problems: Problems
): Promise<boolean> {
  const parse = (value: unknown) => parseChange(value, site)
  const [first, copy] = await Promise.all([
    readPublishedCopy(fs, file, parse),
    readPublishedCopy(fs, copyFile, parse)
  ])
  if (!copy || !knowsMore(copy, first))
    return copy !== null && !copy.torn && isSame(copy.lines, first?.lines ?? [])
  const message = `What is published of ${site} was missing, damaged or an older list. It was taken from its second copy.`
  if (await fs.lstat(file)) await problems.setAside(file, message)
  else problems.report(site, message)
  await makeFolders(fs, dirname(file))
  await replaceDurably(fs, file, logLines(copy.lines))
  return true
}

/** The same states, whatever lines led to them, and not far more lines than states. */
function isSame(copy: readonly PublishedChange[], first: readonly PublishedChange[]): boolean {
  const [there, wanted] = [statesOf(copy), statesOf(first)]
  if (copy.length > 2 * wanted.size + SPARE_LINES || there.size !== wanted.size) return false
  return [...wanted].every(([key, state]) => JSON.stringify(there.get(key)) === JSON.stringify(state))
}

const SPARE_LINES = 2_000

const change = z.object({
  key: z.string(),
  state: z
    .object({
      environment: z.enum(environments),
      path: stored.path,
      hash: stored.hash,
      size: stored.count,
      at: stored.moment,
      by: person,
      sourceAt: stored.moment,
      kind: z.string(),
      companion: stored.hash.exactOptional(),
      unlisted: z.literal(true).exactOptional(),
      movedTo: stored.path.exactOptional()
    })
    .nullable()
})

/** The change in a line as it is stored: its contents are known by parsed hashes. */
type StoredChange = z.infer<typeof change>

/**
 * Null for what is no line of such a log, or speaks of another site or of another path than its key.
 * @param site its clash key
 */
export function parseChange(value: unknown, site: string): StoredChange | null {
  const parsed = change.safeParse(value).data
  if (!parsed) return null
  const { key, state } = parsed
  if (state) return key === stateKey(state) && clashKey(siteOf(state.path)) === site ? parsed : null
  const at = key.indexOf(':')
  const path = key.slice(at + 1)
  const isOurs = environments.some((name) => name === key.slice(0, at))
  return isOurs && isStoredPath(path) && clashKey(siteOf(path)) === site ? parsed : null
}
