import { randomUUID } from 'node:crypto'
import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { filesFor, siteFolder } from '../../../common/publishing/addresses'
import type { Environment } from '../../../common/publishing/environments'
import { jobTopics, type JobListed, type JobTopic } from '../../../common/publishing/jobs'
import type { ServiceContext } from '../context'
import { errorAnswer } from '../errors'
import type { JobBoard } from './job-board'
import type { Job } from './job-record'
import { bulkWork, statusWork, type JobPlace } from './job-work'
import { readWish } from './job-wishes'
import { answer, notAllowed, type PublishRequest } from './publish-routes'

/** `POST /publish/{preview|live}/…/*`: publishes many paths as a job; `delete` takes them out. */
export async function startBulk(
  context: ServiceContext,
  board: JobBoard,
  asked: PublishRequest,
  environment: Environment
): Promise<Response> {
  const place = placeOf(context, asked)
  await asked.publisher.requireSome(place.site)
  const wish = await readWish(asked.request, place.address)
  const kind = environment === 'live' ? 'publish' : 'preview'
  const job = newJob(board, asked, place, wish.remove ? `${kind}-remove` : kind, {
    paths: [...wish.paths],
    forceUpdate: wish.forceUpdate,
    phase: 'created',
    resources: []
  })
  return accepted(asked, await board.start(job, bulkWork(place, environment, wish)))
}

/** `POST /publish/status/…/index`, or `/*`: lists what is published as a job (U2). */
export async function startStatus(
  context: ServiceContext,
  board: JobBoard,
  asked: PublishRequest
): Promise<Response> {
  const place = placeOf(context, asked)
  await asked.publisher.requireSome(place.site)
  const wish = await readWish(asked.request, place.address)
  const job = newJob(board, asked, place, 'status', {
    paths: [...wish.paths],
    pathsOnly: wish.pathsOnly,
    select: [...wish.select],
    phase: 'created',
    resources: {}
  })
  return accepted(asked, await board.start(job, statusWork(place, wish)))
}

/** `/publish/job/{org}/{site}/{ref}/{topic}[/{name}[/details]]`. */
export async function jobAnswer(
  context: ServiceContext,
  board: JobBoard,
  asked: PublishRequest
): Promise<Response> {
  const { site } = placeOf(context, asked)
  const [, topic = '', name, part, ...more] = asked.address.rest.split('/')
  if (
    !jobTopics.some((known) => known === topic) ||
    more.length > 0 ||
    (part !== undefined && part !== 'details')
  ) {
    throw new GalleyError(
      'not-found',
      `There is nothing at this address. Topics are ${jobTopics.join(', ')}.`
    )
  }
  const { request, publisher } = asked
  const reading = request.method === 'GET' || request.method === 'HEAD'
  const cancelling = request.method === 'DELETE' && name !== undefined && part === undefined
  if (!reading && !cancelling)
    return notAllowed(name === undefined || part !== undefined ? 'GET, HEAD' : 'GET, HEAD, DELETE')
  if (name === undefined) {
    await publisher.require('read', site)
    const jobs = (await board.list(site, topic)).map((job) => listed(asked, job))
    return answer({ topic, jobs, links: { self: linkTo(asked, { topic }) } }, request)
  }
  const job = await board.find(site, topic, name)
  if (job?.by.email !== publisher.by.email) await publisher.require('read', site)
  if (!job) throw new GalleyError('not-found', 'There is no such job.', { where: name })
  if (reading) return answer(shown(asked, job, part === 'details'), request)
  if (job.by.email !== publisher.by.email) await publisher.require('write', site)
  if (board.cancel(job.name))
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  const ended = new GalleyError('bad-request', 'This job does not run (any more).', { where: name })
  return errorAnswer(ended, {}, 409)
}

export function placeOf(context: ServiceContext, { address, publisher }: PublishRequest): JobPlace {
  const [first] = filesFor(address.site, '/')
  return { context, publisher, address: address.site, site: siteFolder(first) }
}

export function newJob(
  board: JobBoard,
  { publisher, address }: PublishRequest,
  { site }: { readonly site: ContentPath },
  topic: JobTopic,
  data: Job['data']
): Job {
  const now = Date.now()
  return {
    name: board.freeName(now),
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

function shown(asked: PublishRequest, job: Job, details: boolean) {
  const { site: _site, ref: _ref, by, data, ...rest } = job
  const self = linkTo(asked, job)
  const links = { self, details: `${self}/details`, list: linkTo(asked, { topic: job.topic }) }
  return { ...rest, user: by.email, ...(details ? { data } : {}), links }
}

function linkTo(
  { origin, address }: PublishRequest,
  job: { readonly topic: string; readonly name?: string }
): string {
  const base = `${origin}/publish/job${address.site}/${encodeURIComponent(address.ref)}/${job.topic}`
  return job.name === undefined ? base : `${base}/${job.name}`
}
