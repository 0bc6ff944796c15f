import { z } from 'zod'

export { diskLevel, hasFewFiles } from './disk'
export { riskyPlace, type PlaceFacts, type RiskyPlace } from './place'
export { diskSentence, failedCheck, findingsSentence, placeSentence } from './sentences'

/** Something that an examination of the whole store found damaged. */
const healthFinding = z.object({
  /** Relative to the workspace, with forward slashes. */
  where: z.string(),
  /** What it means for the person. */
  message: z.string(),
  /** What `galley doctor --repair` does about it; null when nothing can or need be done. */
  repair: z.string().nullable(),
  /** Something of it is gone; absent in what an earlier Galley kept. */
  lost: z.boolean().optional()
})

/** What an examination of the whole store came to (W11). */
export const storeCheck = z.object({
  /** Unix milliseconds of its end. */
  at: z.number(),
  /** Files with a history, and contents that were held against their hash. */
  files: z.number(),
  contents: z.number(),
  /** How much is damaged; `findings` tells of the first of it. */
  damaged: z.number(),
  findings: healthFinding.array()
})

/** How a workspace fares: its store, its disk, its place (W11 to W13). */
export const workspaceHealth = z.object({
  /** What the workspace is: a folder of this computer, or rows of a team's database (TM1). */
  lies: z.enum(['folder', 'database']),
  check: z.object({
    running: z.boolean(),
    /** Null: none was finished yet. */
    last: storeCheck.nullable(),
    /** Why the latest one could not be finished. */
    failed: z.string().nullable()
  }),
  /** Of a folder its disk, of a team's workspace its quota (TM16); null where it cannot be told, or there is none. */
  disk: z
    .object({
      level: z.enum(['enough', 'low', 'very-low']),
      /** Bytes. */
      free: z.number(),
      total: z.number(),
      /** How many files it still takes, where these are few. */
      files: z.number().nullable()
    })
    .nullable(),
  /** What it lies in that is no plain disk of this computer; null when it is one. */
  place: z
    .object({
      kind: z.enum(['mirror', 'network']),
      name: z.string(),
      /** Said, and not to be said again. */
      silenced: z.boolean()
    })
    .nullable()
})
export type StoreCheck = Readonly<z.infer<typeof storeCheck>>
export type WorkspaceHealth = Readonly<z.infer<typeof workspaceHealth>>
