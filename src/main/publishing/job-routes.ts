import { randomUUID } from 'node:crypto'
import type { publishingJobOperations } from '../../common/api/operations/publishing-jobs'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { filesFor, siteFolder } from '../../common/publishing/addresses'
import type { Environment } from '../../common/publishing/environments'
import { jobTopics, type JobListed, type JobResource, type JobTopic } from '../../common/publishing/jobs'
import type { PublishingParts } from './parts'
import { doneAnswer } from '../http/answers'
import type { Handlers } from '../http/room'
import { errorAnswer } from '../http/errors'
import type { JobRunner } from './job-runner'
import type { Job } from './job-record'
import type { CheckParts } from './checking'
import { bulkWork, checkOne, checkWork, namesOf, statusWork, type JobPlace } from './job-work'
import { filesOf, readRequest } from './job-requests'
import { answer, existing, type PublishRequest } from './publish-routes'

/** `POST /publish/{preview|live}/…/*`: publishes many paths as a job; `delete` takes them out. */
export async function startBulk(
  context: PublishingParts,
  runner: JobRunner,
  asked: PublishRequest,
  environment: Environment
): Promise<Response> {
  const place = placeOf(context, asked)
  await asked.publisher.requireSome(place.site)
  const wanted = await readRequest(asked.request, place.address)
  const kind = environment === 'live' ? 'publish' : 'preview'
  const job = newJob(runner, asked, place, wanted.remove ? `${kind}-remove` : kind, {
    paths: [...wanted.paths],
    forceUpdate: wanted.forceUpdate,
    phase: 'created',
    resources: []
  })
  return accepted(asked, await runner.start(job, bulkWork(place, environment, wanted)))
}

/** `POST /publish/check/…/*`: what publishing many paths to live would do, as a job (U7). */
export async function startCheck(
  context: CheckParts,
  runner: JobRunner,
  asked: PublishRequest
): Promise<Response> {
  const place = { ...placeOf(context, asked), context }
  await asked.publisher.requireSome(place.site)
  const wanted = await readRequest(asked.request, place.address)
  const job = newJob(runner, asked, place, 'check', {
    paths: [...wanted.paths],
    phase: 'created',
    resources: []
  })
  return accepted(asked, await runner.start(job, checkWork(place, 'live', wanted)))
}

/** `GET /publish/check/…`: the same of one path, at once. */
export async function checkAnswer(context: CheckParts, asked: PublishRequest): Promise<Response> {
  const { store } = context
  const { publisher, request } = asked
  const path = await existing(
    store,
    asked,
    'write',
    async (candidate) => (await store.stat(candidate))?.kind === 'file'
  )
  const outcome = await checkOne({ context, publisher }, 'live', path, request.signal)
  return answer({ ...namesOf(path), ...outcome } satisfies JobResource, request)
}

/** `POST /publish/status/…/index`, or `/*`: lists what is published as a job (U2). */
export async function startStatus(
  context: PublishingParts,
  runner: JobRunner,
  asked: PublishRequest
): Promise<Response> {
  const place = placeOf(context, asked)
  await asked.publisher.requireSome(place.site)
  const wanted = await readRequest(asked.request, place.address)
  const job = newJob(runner, asked, place, 'status', {
    paths: [...wanted.paths],
    pathsOnly: wanted.pathsOnly,
    select: [...wanted.select],
    phase: 'created',
    resources: {}
  })
  return accepted(asked, await runner.start(job, statusWork(place, wanted)))
}

/**
 * Where a job is told of: to who began it, and to who may read all of the site, for it tells of many paths.
 */
export function jobHandlers(context: PublishingParts, runner: JobRunner) {
  const isOwn = ({ publisher }: PublishRequest, { by }: Job) => by.email === publisher.by.email

  async function known(asked: PublishRequest, topic: string, name: string) {
    const { publisher } = asked
    const { site } = placeOf(context, asked)
    const whole = await publisher.readsThroughout(site)
    const found = await runner.find(site, topic, name)
    if (found && (whole || isOwn(asked, found))) return { job: found, whole }
    await publisher.require('read', site)
    throw new GalleyError('not-found', 'There is no such job.', { where: name })
  }

  return {
    async listJobs(asked, { parameters: { topic } }) {
      const { site } = placeOf(context, asked)
      const whole = await asked.publisher.readsThroughout(site)
      await asked.publisher.requireSome(site)
      const jobs = (await runner.list(site, topic))
        .filter((job) => whole || isOwn(asked, job))
        .map((job) => listed(asked, job))
      return answer({ topic, jobs, links: { self: linkTo(asked, { topic }) } }, asked.request)
    },
    async readJob(asked, { parameters: { topic, name } }) {
      const { job } = await known(asked, topic, name)
      return answer(shown(asked, job, null), asked.request)
    },
    async readJobDetails(asked, { parameters: { topic, name } }) {
      const { job, whole } = await known(asked, topic, name)
      return answer(shown(asked, job, await visibleData(asked, job, whole)), asked.request)
    },
    async cancelJob(asked, { parameters: { topic, name } }) {
      const { job } = await known(asked, topic, name)
      if (!isOwn(asked, job)) await asked.publisher.require('write', placeOf(context, asked).site)
      // its lease may be given back a moment after it has ended
      if (job.state !== 'stopped' && (await runner.cancel(job.name))) return doneAnswer()
      const ended = new GalleyError('bad-request', 'This job does not run (any more).', { where: name })
      return errorAnswer(ended, {}, 409)
    }
  } satisfies Partial<Handlers<PublishRequest, typeof publishingJobOperations>>
}

export const noTopic = () =>
  new GalleyError(
    'not-found',
    sentence`There is nothing at this address. Topics are ${{ topics: jobTopics.join(', ') }}.`
  )

export function placeOf(context: PublishingParts, { address, publisher }: PublishRequest): JobPlace {
  const [first] = filesFor(address.site, '/')
  return { context, publisher, address: address.site, site: siteFolder(first) }
}

export function newJob(
  runner: JobRunner,
  { publisher, address }: PublishRequest,
  { site }: { readonly site: ContentPath },
  topic: JobTopic,
  data: Job['data']
): Job {
  const now = Date.now()
  return {
    name: runner.freeName(now),
    topic,
    site,
    ref: address.ref,
    by: publisher.by,
    state: 'created',
    createTime: new Date(now).toISOString(),
    progress: { total: 0, processed: 0, failed: 0 },
    data
  }
}

/** 202 with where to look (description, Status job). */
export function accepted(asked: PublishRequest, job: Job): Response {
  const { topic, name, state, createTime, data } = job
  const { paths, select, pathsOnly, forceUpdate } = data
  const body = {
    messageId: randomUUID(),
    job: { topic, name, state, startTime: createTime, data: { paths, select, pathsOnly, forceUpdate } },
    links: { self: linkTo(asked, job), list: linkTo(asked, { topic }) }
  }
  return answer(body, asked.request, 202)
}

function listed(asked: PublishRequest, job: Job): JobListed {
  const { name, state, createTime: time, progress, by, cancelled, error } = job
  return {
    name,
    state,
    time,
    href: linkTo(asked, job),
    progress,
    user: by.email,
    ...(cancelled === undefined ? {} : { cancelled }),
    ...(error === undefined ? {} : { error })
  }
}

/** What a job did, as far as whoever began it may still read that; what was refused is of their own request. */
async function visibleData(
  { publisher, address }: PublishRequest,
  { site, data }: Job,
  whole: boolean
): Promise<Job['data']> {
  if (whole) return data
  const reads = (path: ContentPath) => publisher.may('read', path)
  const kept = async <T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> => {
    const judged = await Promise.all(items.map(test))
    return items.filter((_, number) => judged[number])
  }
  const listedPath = async (item: string | { readonly path: string }) => {
    const files = filesOf({ path: typeof item === 'string' ? item : item.path }, address.site)
    return (await Promise.all(files.map(reads))).includes(true)
  }
  if (Array.isArray(data.resources)) {
    const resources = await kept(
      data.resources,
      async ({ status, resourcePath }) =>
        status === FORBIDDEN || (await reads(`${site}${resourcePath}` as ContentPath))
    )
    return { ...data, resources }
  }
  const resources: Record<string, Listed> = {}
  for (const [state, items] of Object.entries(data.resources))
    resources[state] = isTexts(items) ? await kept(items, listedPath) : await kept(items, listedPath)
  return { ...data, resources }
}

type Listed = Exclude<Job['data']['resources'], readonly unknown[]>[string]

const isTexts = (items: Listed): items is string[] => items.every((item) => typeof item === 'string')

const FORBIDDEN = 403

function shown(asked: PublishRequest, job: Job, data: Job['data'] | null) {
  const { site: _site, ref: _ref, lease: _lease, by, data: _data, ...rest } = job
  const self = linkTo(asked, job)
  const links = { self, details: `${self}/details`, list: linkTo(asked, { topic: job.topic }) }
  return { ...rest, user: by.email, ...(data ? { data } : {}), links }
}

function linkTo(
  { origin, address }: PublishRequest,
  job: { readonly topic: string; readonly name?: string }
): string {
  const base = `${origin}/publish/job${address.site}/${encodeURIComponent(address.ref)}/${job.topic}`
  return job.name === undefined ? base : `${base}/${job.name}`
}
