import { z } from 'zod'
import { dirname } from 'node:path'
import type { ContentPath } from '../../common/content/paths'
import { environments } from '../../common/publishing/environments'
import type { DurableFs } from './durable-fs'
import { appendSynced, makeFolders, replaceDurably, truncateDurably, writeSynced } from './durable-write'
import { logLine, logLines, readLog } from './line-log'
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
  const { states, lines, length } = await load(fs, file, problems)
  let bytes = length
  let count = lines
  let queue: Promise<unknown> = Promise.resolve()

  async function write(changes: readonly PublishedChange[]): Promise<void> {
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
    for (const { key, state } of changes) {
      if (state) states.set(key, state)
      else states.delete(key)
    }
    if (count > 2 * states.size + SPARE_LINES) await compact()
  }

  /** Without what later lines made void; a failure here is no failure of what was published. */
  async function compact(): Promise<void> {
    const data = Buffer.concat([...states].map(([key, state]) => logLine({ key, state })))
    try {
      await replaceDurably(fs, file, data)
      bytes = data.length
      count = states.size
    } catch (error) {
      problems.report(file, 'The list of what is published could not be tidied up. It is intact.', error)
      count = 0
    }
  }

  return {
    states,
    append(changes) {
      const done = queue.then(() => write(changes))
      queue = done.catch(() => undefined)
      return done
    }
  }
}

const SPARE_LINES = 2_000

interface Loaded {
  readonly states: Map<string, PublishedState>
  readonly lines: number
  /** Null: there is no log yet. */
  readonly length: number | null
}

async function load(fs: DurableFs, file: string, problems: Problems): Promise<Loaded> {
  const states = new Map<string, PublishedState>()
  if (!(await fs.lstat(file))) return { states, lines: 0, length: null }
  const bytes = await fs.readFile(file)
  const { values, damaged, wholeBytes } = readLog(bytes)
  const changes = values.flatMap((value) => parseChange(value) ?? [])
  for (const { key, state } of changes) {
    if (state) states.set(key, state)
    else states.delete(key)
  }
  if (damaged > 0 || changes.length < values.length) {
    await problems.setAsideCopy(
      file,
      'The list of what is published had a damaged line. Look whether everything is published that should be.'
    )
    const whole = logLines(changes)
    await replaceDurably(fs, file, whole)
    return { states, lines: changes.length, length: whole.length }
  }
  if (wholeBytes < bytes.length) await truncateDurably(fs, file, wholeBytes)
  return { states, lines: changes.length, length: wholeBytes }
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
