import { z } from 'zod'

/** The shapes of the publishing admin service (U1; map, K). Times are HTTP dates. */

export type Publication = z.infer<typeof publication>
export type EditState = z.infer<typeof editState>
export type PublishStatus = z.infer<typeof status>
export type PublishAnswer = z.infer<typeof published>

const publication = z.object({
  /** 200 published, 404 not. */
  status: z.number(),
  url: z.string(),
  lastModified: z.string().exactOptional(),
  lastModifiedBy: z.string().exactOptional(),
  contentType: z.string().exactOptional(),
  /** `structured`: the delivery address answers with its data. Else `page`, `json` or `media`. */
  kind: z.string().exactOptional(),
  /** Of what is delivered. */
  etag: z.string().exactOptional(),
  /** Where the source was, and which content of it is published. */
  sourceLocation: z.string().exactOptional(),
  sourceLastModified: z.string().exactOptional(),
  sourceEtag: z.string().exactOptional(),
  permissions: z.string().array()
})

const editState = z.object({
  status: z.number(),
  url: z.string(),
  name: z.string().exactOptional(),
  contentType: z.string().exactOptional(),
  lastModified: z.string().exactOptional(),
  etag: z.string().exactOptional(),
  sourceLocation: z.string().exactOptional()
})

const links = z.record(z.string(), z.string())

export const status = z.object({
  webPath: z.string(),
  resourcePath: z.string(),
  preview: publication,
  live: publication,
  edit: editState,
  links
})

export const published = z.object({
  webPath: z.string(),
  resourcePath: z.string(),
  preview: publication.exactOptional(),
  live: publication.exactOptional(),
  /** Media that the page shows and that was published with it. */
  media: z.string().array(),
  links
})

/** `POST /publish/cache/…`. */
export const purged = z.object({ status: z.number(), path: z.string() })
