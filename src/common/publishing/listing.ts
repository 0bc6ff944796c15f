import { z } from 'zod'

/**
 * One published path of a site, with what the source holds now: shapes of `GET
 * /publish/status/{org}/{site}/{ref}/*`.
 */

export type PublishedListing = z.infer<typeof publishedListing>
export type PublishedItem = z.infer<typeof publishedItem>

const state = z.object({
  lastModified: z.string(),
  lastModifiedBy: z.string(),
  /** Which content of the source it is. */
  sourceEtag: z.string(),
  /** What readers get. */
  etag: z.string()
})

const publishedItem = z.object({
  webPath: z.string(),
  resourcePath: z.string(),
  /** `page`, `structured`, `json` or `media`. */
  kind: z.string(),
  preview: state.nullable(),
  live: state.nullable(),
  /** Null: the source is gone, and it is published all the same. */
  edit: z.object({ etag: z.string(), lastModified: z.string() }).nullable()
})

export const publishedListing = z.object({
  site: z.string(),
  resources: publishedItem.array()
})
