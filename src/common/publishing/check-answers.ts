import { z } from 'zod'

/** What a page should say of itself. */
const neededMetadata = ['title', 'description'] as const
export type NeededMetadata = (typeof neededMetadata)[number]

const checkedProblem = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** In the source, counted from 1; not for the data of structured documents. */
  line: z.number().exactOptional(),
  column: z.number().exactOptional(),
  /** Into the data of a structured document. */
  pointer: z.string().exactOptional(),
  /** It is about something that delivery leaves out (U6). */
  unseen: z.literal(true).exactOptional(),
  /** What the page should say of itself, and does not (VE15). */
  mends: z.enum(neededMetadata).exactOptional()
})

/** What a check before publishing tells of one content (U7). */
export const contentCheck = z.object({
  /**
   * Against what is published: `new` where nothing is, `same` where publishing again would deliver the same
   * content.
   */
  change: z.enum(['new', 'changed', 'same']),
  /** What readers will see changed, in a few words; empty where that is too much to tell in passing. */
  summary: z.string(),
  errors: z.number(),
  /** Those about what is left out are among them. */
  warnings: z.number(),
  unseen: z.number(),
  /** The first of them: errors, then what is left out, then the rest. */
  problems: checkedProblem.array()
})

export type CheckedProblem = z.infer<typeof checkedProblem>
export type ContentCheck = z.infer<typeof contentCheck>
