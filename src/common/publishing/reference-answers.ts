import { z } from 'zod'

/**
 * What a page links to and shows in its site, and how that stands for readers (U13): `GET
 * /publish/references/…/{path}`.
 */

const reference = z.object({
  path: z.string(),
  resourcePath: z.string(),
  /** Against what is live: `new` where readers find nothing, `changed` where they get an older state. */
  change: z.enum(['new', 'changed', 'same']),
  /** What the caller may do with it: who may write it may publish it. */
  permissions: z.enum(['read', 'write']).array()
})

export const pageReferences = z.object({
  path: z.string(),
  resourcePath: z.string(),
  /** Pages and files behind its links, in their order. */
  links: reference.array(),
  /** What it shows: goes with it when it is published (U1). */
  media: reference.array(),
  /** False where there are more than are looked behind. */
  complete: z.boolean()
})

export type PageReference = z.infer<typeof reference>
export type PageReferences = z.infer<typeof pageReferences>
