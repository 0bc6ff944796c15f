import { z } from 'zod'
import type { ContentPath } from '../../common/content/paths'
import { environments } from '../../common/publishing/environments'
import type { DurableFs } from './durable-fs'
import { openKeyedLog } from './keyed-log'
import type { Problems } from './problems'
import type { PublishedState } from './published-types'

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

/** Reads a site's log; a torn end is cut off, damaged lines are skipped, reported and kept (W6). */
export async function openPublishedLog(
  fs: DurableFs,
  file: string,
  problems: Problems
): Promise<PublishedLog> {
  const log = await openKeyedLog<PublishedChange, PublishedState>(fs, file, problems, {
    parse: parseChange,
    keyOf: ({ key }) => key,
    valueOf: ({ state }) => state,
    lineOf: (key, state) => ({ key, state }),
    damaged:
      'The list of what is published had a damaged line. Look whether everything is published that should be.',
    untidy: 'The list of what is published could not be tidied up. It is intact.'
  })
  return { states: log.values, append: log.append }
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const path = z.custom<ContentPath>((value) => typeof value === 'string' && value.startsWith('/'))
const change = z.object({
  key: z.string(),
  state: z
    .object({
      environment: z.enum(environments),
      path,
      hash,
      size: z.number(),
      at: z.number(),
      by: z.object({ email: z.string(), name: z.string().exactOptional() }),
      sourceAt: z.number(),
      kind: z.string(),
      companion: hash.exactOptional(),
      movedTo: path.exactOptional()
    })
    .nullable()
})

/** Null for what is no line of such a log. */
export function parseChange(value: unknown): PublishedChange | null {
  return change.safeParse(value).data ?? null
}
