import { z } from 'zod'

/** Kinds of jobs: what they do is in their name (map, K). */
export const jobTopics = ['preview', 'publish', 'preview-remove', 'publish-remove', 'status'] as const

export type JobTopic = (typeof jobTopics)[number]

/** A job as it is stored; times are ISO 8601. */
export type Job = z.infer<typeof job>

/** What became of one path: 200 done, 204 taken out, 304 was so already, else the status of the refusal with its sentence. */
export type JobResource = z.infer<typeof resource>

const resource = z.object({
  path: z.string(),
  resourcePath: z.string(),
  status: z.number(),
  error: z.string().exactOptional()
})

const listed = z.object({
  path: z.string(),
  lastModified: z.string().exactOptional(),
  lastModifiedBy: z.string().exactOptional(),
  etag: z.string().exactOptional()
})

const job = z.object({
  name: z.string(),
  topic: z.enum(jobTopics),
  /** `/org/site`, a content path. */
  site: z.string(),
  ref: z.string(),
  by: z.object({ email: z.string(), name: z.string().exactOptional() }),
  state: z.enum(['created', 'running', 'stopped']),
  createTime: z.string(),
  startTime: z.string().exactOptional(),
  stopTime: z.string().exactOptional(),
  cancelled: z.boolean().exactOptional(),
  /** Why it ended before its time. */
  error: z.string().exactOptional(),
  progress: z.object({ total: z.number(), processed: z.number(), failed: z.number() }),
  data: z.object({
    paths: z.union([z.object({ prefix: z.string() }), z.object({ path: z.string() })]).array(),
    pathsOnly: z.boolean().exactOptional(),
    select: z.string().array().exactOptional(),
    forceUpdate: z.boolean().exactOptional(),
    phase: z.enum(['created', 'collecting', 'running', 'completed', 'cancelled', 'interrupted']),
    resources: z.union([
      resource.array(),
      z.record(z.string(), z.union([z.string().array(), listed.array()]))
    ])
  })
})

export const jobRecords = { kind: 'publish-jobs', parse: (value: unknown): Job => job.parse(value) } as const
