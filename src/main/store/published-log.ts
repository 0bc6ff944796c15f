import { z } from 'zod'
import { clashKey } from '../../common/content/paths'
import { environments } from '../../common/publishing/environments'
import type { DurableFs } from './durable-fs'
import { siteOf } from './entries'
import { openKeyedLog } from './keyed-log'
import type { Problems } from './problems'
import type { PublishedState } from './published-types'
import { isStoredPath, stored } from './stored-values'

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

/** Reads a site's log; a torn end is cut off, damaged lines are skipped, reported and kept (W6). @param site the clash key of its path */
export async function openPublishedLog(
  fs: DurableFs,
  file: string,
  site: string,
  problems: Problems
): Promise<PublishedLog> {
  const log = await openKeyedLog<PublishedChange, PublishedState>(fs, file, problems, {
    parse: (value) => parseChange(value, site),
    keyOf: ({ key }) => key,
    valueOf: ({ state }) => state,
    lineOf: (key, state) => ({ key, state }),
    damaged:
      'The list of what is published had a damaged line. Look whether everything is published that should be.',
    untidy: 'The list of what is published could not be tidied up. It is intact.'
  })
  return { states: log.values, append: log.append }
}

const change = z.object({
  key: z.string(),
  state: z
    .object({
      environment: z.enum(environments),
      path: stored.path,
      hash: stored.hash,
      size: stored.count,
      at: stored.moment,
      by: z.object({ email: z.string(), name: z.string().exactOptional() }),
      sourceAt: stored.moment,
      kind: z.string(),
      companion: stored.hash.exactOptional(),
      movedTo: stored.path.exactOptional()
    })
    .nullable()
})

/** The change in a line as it is stored: its contents are known by parsed hashes. */
export type StoredChange = z.infer<typeof change>

/** Null for what is no line of such a log, or speaks of another site or of another path than its key. @param site its clash key */
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
