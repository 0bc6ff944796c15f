import { z } from 'zod'
import { jobData, jobFacts } from '../../../common/publishing/jobs'

/** A job as it is stored. */
export type Job = z.infer<typeof job>

const job = jobFacts.extend({
  /** `/org/site`, a content path. */
  site: z.string(),
  ref: z.string(),
  by: z.object({ email: z.string(), name: z.string().exactOptional() }),
  data: jobData
})

export const jobRecords = { kind: 'publish-jobs', parse: (value: unknown): Job => job.parse(value) } as const
