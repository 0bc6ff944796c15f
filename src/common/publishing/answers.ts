import { z } from 'zod'
import { GalleyError } from '../errors'
import { indexOverview, indexTrial, type IndexOverview, type IndexTrial } from '../indexing/answers'
import { publishedListing, type PublishedListing } from './listing'
import { pageReferences, type PageReferences } from './reference-answers'
import type { JobAccepted, JobDetails, JobList, JobResource, JobShown } from './jobs'
import { jobAccepted, jobDetails, jobList, jobResource, jobShown } from './jobs'

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

/** Checks of what the service answers. @throws GalleyError internal */
export const parsePublishing = {
  status: checked((value): PublishStatus => status.parse(value)),
  published: checked((value): PublishAnswer => published.parse(value)),
  listing: checked((value): PublishedListing => publishedListing.parse(value)),
  index: checked((value): IndexOverview => indexOverview.parse(value)),
  trial: checked((value): IndexTrial => indexTrial.parse(value)),
  checked: checked((value): JobResource => jobResource.parse(value)),
  references: checked((value): PageReferences => pageReferences.parse(value)),
  accepted: checked((value): JobAccepted => jobAccepted.parse(value)),
  jobs: checked((value): JobList => jobList.parse(value)),
  job: checked((value): JobShown => jobShown.parse(value)),
  jobDetails: checked((value): JobDetails => jobDetails.parse(value))
}

function checked<T>(parse: (value: unknown) => T): (value: unknown) => T {
  return (value) => {
    try {
      return parse(value)
    } catch (cause) {
      throw new GalleyError(
        'internal',
        'The service gave an answer that this Galley does not understand. Restart Galley.',
        { cause }
      )
    }
  }
}
