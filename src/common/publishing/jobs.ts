import { z } from 'zod'
import { contentCheck } from './check-answers'

/** The shapes of publishing jobs (U1, U2; map, K). Times are ISO 8601. */

/** Kinds of jobs: what they do is in their name (map, K). */
export const jobTopics = [
  'preview',
  'publish',
  'preview-remove',
  'publish-remove',
  'status',
  'index',
  'check'
] as const

export type JobTopic = (typeof jobTopics)[number]

/** What a status job lists. */
export const selectable = ['edit', 'preview', 'live'] as const

/** The body of a request for a job. */
export const jobRequest = z.object({
  paths: z.string().array().min(1).max(100_000).exactOptional(),
  forceUpdate: z.boolean().exactOptional(),
  forceAsync: z.boolean().exactOptional(),
  delete: z.boolean().exactOptional(),
  pathsOnly: z.boolean().exactOptional(),
  select: z.enum(selectable).array().min(1).exactOptional(),
  /** Of a job of the query index: the indices that are meant. They are made together all the same. */
  indexNames: z.string().array().min(1).max(50).exactOptional()
})

/**
 * What became of one path: 200 done, 204 taken out, 304 was so already, else the status of the refusal with
 * its sentence.
 */
export const jobResource = z.object({
  path: z.string(),
  resourcePath: z.string(),
  status: z.number(),
  error: z.string().exactOptional(),
  /** Of a check: what would be published, and what is wrong with it. */
  check: contentCheck.exactOptional()
})

const listed = z.object({
  path: z.string(),
  lastModified: z.string().exactOptional(),
  lastModifiedBy: z.string().exactOptional(),
  etag: z.string().exactOptional()
})

const paths = z.union([z.object({ prefix: z.string() }), z.object({ path: z.string() })]).array()

export const jobData = z.object({
  paths,
  pathsOnly: z.boolean().exactOptional(),
  select: z.string().array().exactOptional(),
  forceUpdate: z.boolean().exactOptional(),
  indexNames: z.string().array().exactOptional(),
  phase: z.enum(['created', 'collecting', 'running', 'completed', 'cancelled', 'interrupted']),
  resources: z.union([
    jobResource.array(),
    z.record(z.string(), z.union([z.string().array(), listed.array()]))
  ])
})

const jobState = z.enum(['created', 'running', 'stopped'])

/** What is told of a job everywhere. */
export const jobFacts = z.object({
  name: z.string(),
  topic: z.enum(jobTopics),
  state: jobState,
  createTime: z.string(),
  startTime: z.string().exactOptional(),
  stopTime: z.string().exactOptional(),
  cancelled: z.boolean().exactOptional(),
  /** Why it ended before its time. */
  error: z.string().exactOptional(),
  progress: z.object({ total: z.number(), processed: z.number(), failed: z.number() })
})

/** 202: the job was begun. */
export const jobAccepted = z.object({
  messageId: z.string(),
  job: z.object({
    topic: z.enum(jobTopics),
    name: z.string(),
    state: jobState,
    startTime: z.string(),
    data: jobData.omit({ phase: true, resources: true })
  }),
  links: z.object({ self: z.string(), list: z.string() })
})

/** One job in a list. `user`: e-mail of who started it. */
const jobListed = jobFacts
  .pick({ name: true, state: true, cancelled: true, error: true, progress: true })
  .extend({ time: z.string(), href: z.string(), user: z.string() })

export const jobList = z.object({
  topic: z.enum(jobTopics),
  jobs: jobListed.array(),
  links: z.object({ self: z.string() })
})

/** `user`: e-mail of who started it. */
export const jobShown = jobFacts.extend({
  user: z.string(),
  links: z.object({ self: z.string(), details: z.string(), list: z.string() })
})

export const jobDetails = jobShown.extend({ data: jobData })
export type JobListed = z.infer<typeof jobListed>
export type JobResource = z.infer<typeof jobResource>
export type JobShown = z.infer<typeof jobShown>
export type JobDetails = z.infer<typeof jobDetails>
export type JobAccepted = z.infer<typeof jobAccepted>
