import { z } from 'zod'

/** The shapes of `/publish/index/…` (U3; map, K). Times are HTTP dates. */

export type IndexOverview = z.infer<typeof indexOverview>
export type IndexTrial = z.infer<typeof indexTrial>
export type PageIndex = z.infer<typeof pageIndex>
export type IndexWarning = z.infer<typeof indexWarning>
export type TrialRow = z.infer<typeof row>

const issue = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number()
})

const cell = z.union([z.string(), z.number(), z.union([z.string(), z.number()]).array()])
const row = z.record(z.string(), cell)

/** A value that could not be found out on a page. */
const indexWarning = z.object({
  /** Of the page, as readers find it; `''`: of a column that is empty in every row. */
  path: z.string(),
  index: z.string(),
  property: z.string(),
  message: z.string()
})

/** What readers get, and whether it is what the source's definition asks for. */
export const indexOverview = z.object({
  definition: z.object({
    /** 200: the source has one; 404: it has none. */
    status: z.number(),
    path: z.string(),
    issues: issue.array()
  }),
  /** `none`: no good definition took force yet. `making`: for the first time. */
  state: z.enum(['none', 'making', 'made']),
  /** Whether the definition in force is the source’s. */
  current: z.boolean(),
  /** Since when the definition is in force. */
  inForceSince: z.string().nullable(),
  indices: z
    .object({
      name: z.string(),
      target: z.string(),
      indexedUrl: z.string(),
      total: z.number(),
      lastModified: z.string()
    })
    .array(),
  /** The first hundred. */
  warnings: indexWarning.array()
})

/** The rows that a definition would make of what is live; nothing is changed by asking. */
export const indexTrial = z.object({
  issues: issue.array(),
  indices: z
    .object({
      name: z.string(),
      target: z.string(),
      columns: z.string().array(),
      total: z.number(),
      offset: z.number(),
      data: row.array()
    })
    .array(),
  /** Live pages of the site. */
  pages: z.number(),
  warnings: indexWarning.array()
})

/** What the index says of one page. */
export const pageIndex = z.object({
  webPath: z.string(),
  resourcePath: z.string(),
  /** The first index that has it. */
  index: z
    .object({
      name: z.string(),
      indexedUrl: z.string(),
      lastModified: z.string(),
      status: z.number(),
      row
    })
    .nullable(),
  /** The names of all that have it. */
  indices: z.string().array(),
  warnings: indexWarning.array()
})
