import { z } from 'zod'
import { itemKinds } from '../../common/importing/kinds'
import { importItem, importStates } from '../../common/importing/shapes'
import { leaseNote } from '../store'
import { storedSource } from './sources'

const person = z.object({
  email: z.string(),
  name: z.string().exactOptional(),
  groups: z.string().array()
})

/** An import as it is stored: everything but its items. */
const importJob = z.object({
  name: z.string(),
  /** `/org/site` in whose list it is. */
  site: z.string(),
  /** The site, or a folder in it. */
  target: z.string(),
  source: storedSource,
  /** Who began it: what it may write is judged by them, also when it goes on after a restart. */
  caller: z.object({ kind: z.enum(['owner', 'token']), people: z.tuple([person], person) }),
  state: z.enum(importStates),
  createTime: z.string(),
  startTime: z.string().exactOptional(),
  /** When it last began to write. */
  runTime: z.string().exactOptional(),
  stopTime: z.string().exactOptional(),
  error: z.string().exactOptional(),
  replace: z.boolean(),
  withMedia: z.boolean(),
  /** The owner said that this computer or its network is meant. */
  ownNetwork: z.boolean().exactOptional(),
  /** Hosts from which redirected media may be taken, beside the source's own. */
  hosts: z.string().array(),
  refused: z.object({ text: z.string(), why: z.string() }).array(),
  repeated: z.number(),
  items: z.number().int().min(0).max(10_000_000),
  /** Of the step under way, or the last. */
  progress: z.object({ done: z.number(), total: z.number() }),
  /** What became of the items; counted anew while a step runs. */
  counts: z.object({
    kinds: z.partialRecord(z.enum(itemKinds), z.number()),
    verdicts: z.record(z.string(), z.number()),
    outcomes: z.record(z.string(), z.number()),
    compared: z.number(),
    differing: z.number()
  }),
  asked: z.object({ origin: z.string(), items: z.number() }).array(),
  /** Who works on it, or did last. */
  lease: leaseNote.exactOptional()
})

const itemChunk = z.object({ items: importItem.array() })

export type ImportJob = z.infer<typeof importJob>

export const jobRecords = {
  kind: 'imports',
  /** A record counts under its own name alone. */
  parse: (value: unknown, key: string): ImportJob => importJob.extend({ name: z.literal(key) }).parse(value)
} as const
export const chunkRecords = {
  kind: 'import-items',
  parse: (value: unknown) => itemChunk.parse(value)
} as const
