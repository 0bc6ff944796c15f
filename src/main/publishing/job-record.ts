import { z } from 'zod'
import { isContentPath, type ContentPath } from '../../common/content/paths'
import { jobData, jobFacts } from '../../common/publishing/jobs'
import { leaseNote } from '../store'

/** A job as it is stored. */
export type Job = z.infer<typeof job>

const job = jobFacts.extend({
  /** `/org/site`, a content path. */
  site: z.custom<ContentPath>(isContentPath),
  ref: z.string(),
  by: z.object({ email: z.string(), name: z.string().exactOptional() }),
  data: jobData,
  /** Who works on it, or did last. */
  lease: leaseNote.exactOptional()
})

export const jobRecords = {
  kind: 'publish-jobs',
  /** A record counts under its own name alone. */
  parse: (value: unknown, key: string): Job => job.extend({ name: z.literal(key) }).parse(value)
} as const
