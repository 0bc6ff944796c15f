import { z } from 'zod'
import { person } from '../person'
import { reasons } from '../errors'

/** What travels over HTTP about points in time. Paths are canonical, times Unix milliseconds. */

const momentChange = z.object({
  /** Of the file. */
  id: z.string(),
  kind: z.enum(['added', 'deleted', 'moved', 'changed']),
  /** Where it is at the later moment, or was when it was deleted. */
  path: z.string(),
  /** Where it was at the earlier moment, if elsewhere. */
  from: z.string().exactOptional(),
  /** Whether the content is another one. */
  rewritten: z.boolean(),
  /** When it was last touched in between, and by whom, the last one first. */
  at: z.number(),
  by: person.array(),
  /** The address of its content at the earlier moment, where that is a version. */
  version: z.string().exactOptional(),
  /** False when exactly that state was not kept: then `version` is the nearest one. */
  exact: z.boolean(),
  /** Of what a token did: others have changed it since, so that it is not brought back with it (MC8). */
  others: z.literal(true).exactOptional()
})
export type MomentChange = z.infer<typeof momentChange>

/** One page of what changed; `total` counts all. */
export const momentChanges = z.object({
  from: z.number(),
  /** Null: now. */
  to: z.number().nullable(),
  total: z.number(),
  changes: momentChange.array(),
  next: z.string().exactOptional()
})
export type MomentChanges = z.infer<typeof momentChanges>

/** What to bring back to how it was. */
export const momentRequest = z.object({
  moment: z.number().int().positive(),
  /** Ids of files; absent: all. */
  files: z.string().max(64).array().max(100_000).exactOptional(),
  /** Whether files made since go to the trash; default: they stay. */
  trashAdded: z.boolean().exactOptional(),
  /** Only what the token of this id did since, each file to how it was before (MC8). */
  token: z.string().max(64).exactOptional()
})
export type MomentRequest = z.infer<typeof momentRequest>

export const momentRun = z.object({
  id: z.string(),
  path: z.string(),
  moment: z.number(),
  by: person,
  startedAt: z.number(),
  endedAt: z.number().exactOptional(),
  /** `interrupted`: the process ended in the middle; it can be gone on with, or undone. */
  state: z.enum(['running', 'done', 'stopped', 'interrupted', 'undone']),
  /** How many files it was to bring back, and how many it did. */
  total: z.number(),
  done: z.number(),
  failed: z.object({ path: z.string(), reason: z.enum(reasons), error: z.string() }).array(),
  /** The run that this one took back. */
  undoes: z.string().exactOptional(),
  /** The token whose changes it brought back. */
  token: z.string().exactOptional()
})
export type MomentRun = z.infer<typeof momentRun>
