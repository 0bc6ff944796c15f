import { sideBySide } from '../../common/side-by-side'
import type { ContentPath } from '../../common/content/paths'
import { isHidden, nameOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { resourcePathOf, webPathOf } from '../../common/publishing/addresses'
import type { Environment } from '../../common/publishing/environments'
import { environments } from '../../common/publishing/environments'
import type { JobResource } from '../../common/publishing/jobs'
import { endsWork } from '../store'
import type { FileEntry, PublishedState, Store } from '../store/types'
import { httpDateOf } from '../http/conditions'
import type { PublishingParts } from './parts'
import { takingTurns } from '../system/turns'
import { etagOf } from '../http/entity-tags'
import { errorAnswer } from '../http/errors'
import type { JobWork } from './job-runner'
import type { Job } from './job-record'
import type { JobRequest, PathRequest, Selected } from './job-requests'
import { folderOf } from './job-requests'
import { otherSpelling } from './other-spelling'
import { checkPublication, type CheckParts } from './checking'
import { publish, unpublish } from './publication'
import { deliveredEtag } from './delivered'
import type { Publisher } from './rights'

/** Where a job works, and for whom. */
export interface JobPlace {
  readonly context: PublishingParts
  readonly publisher: Publisher
  /** `/org/site`, percent-encoded and not. */
  readonly address: string
  readonly site: ContentPath
}

/** The same for what is only checked. */
interface CheckPlace extends JobPlace {
  readonly context: CheckParts
}

const AT_ONCE = 4

/**
 * Publishes every path that the request means, or takes it out (U1, bulk). One that fails keeps no other from
 * being done.
 */
export function bulkWork(place: JobPlace, environment: Environment, request: JobRequest): JobWork {
  const { context, publisher } = place
  const one = async (path: ContentPath): Promise<JobOutcome> => {
    await publisher.require('write', path)
    if (request.remove) {
      await unpublish(context, publisher, environment, path)
      return { status: 204 }
    }
    if (!request.forceUpdate && (await isUpToDate(context.store, environment, path))) return { status: 304 }
    await publish(context, publisher, environment, path)
    return { status: 200 }
  }
  return eachOf(
    (signal) =>
      request.remove
        ? publishedPaths(place, environment, request.paths, signal)
        : sourcePaths(place, request.paths, signal),
    one
  )
}

/**
 * Tells of every path that the request means what publishing it would do: the same files and the same results as
 * the job that publishes them, so that what is said before is what happens (U7).
 */
export function checkWork(place: CheckPlace, environment: Environment, request: JobRequest): JobWork {
  return eachOf(
    (signal) => sourcePaths(place, request.paths, signal),
    (path, signal) => checkOne(place, environment, path, signal)
  )
}

/**
 * What publishing one file would do, and what is wrong with it.
 * @throws GalleyError what publishing it would be refused with
 */
export async function checkOne(
  { context, publisher }: Pick<CheckPlace, 'context' | 'publisher'>,
  environment: Environment,
  path: ContentPath,
  signal?: AbortSignal
): Promise<JobOutcome> {
  await publisher.require('write', path)
  if (await isUpToDate(context.store, environment, path)) return { status: 304 }
  return { status: 200, check: await checkPublication(context, environment, path, signal) }
}

/** What became of a path, or would. */
type JobOutcome = Pick<JobResource, 'status' | 'check'>

/** The name of a path in answers. */
export const namesOf = (path: ContentPath) => ({ path: webPathOf(path), resourcePath: resourcePathOf(path) })

/** Does something with many paths, a few at a time; what one is refused with is its result. */
function eachOf(
  pathsFor: (signal: AbortSignal) => Promise<readonly ContentPath[]>,
  act: (path: ContentPath, signal: AbortSignal) => Promise<JobOutcome>
): JobWork {
  const one = async (path: ContentPath, signal: AbortSignal): Promise<JobResource | null> => {
    try {
      return { ...namesOf(path), ...(await act(path, signal)) }
    } catch (error) {
      // what was stopped on its way was not done
      if (signal.aborted && error instanceof GalleyError && error.reason === 'cancelled') return null
      if (!(error instanceof GalleyError) || endsWork.has(error.reason)) throw error
      return { ...namesOf(path), status: errorAnswer(error).status, error: error.message }
    }
  }

  return async (change, signal, requireHeld) => {
    change((job) => withPhase(job, 'collecting'))
    const paths = await pathsFor(signal)
    change((job) => ({ ...withPhase(job, 'running'), progress: { ...job.progress, total: paths.length } }))
    await sideBySide(paths, AT_ONCE, async (path) => {
      if (signal.aborted) return
      await requireHeld()
      const resource = await one(path, signal)
      if (resource !== null) change((job) => withResource(job, resource))
    })
  }
}

/** Lists what is there in each selected state (U2). */
export function statusWork(place: JobPlace, request: JobRequest): JobWork {
  const { store } = place.context
  return async (change, signal) => {
    change((job) => withPhase(job, 'collecting'))
    const resources: Record<string, string[] | Listed[]> = {}
    let total = 0
    for (const selected of request.select) {
      const listed =
        selected === 'edit'
          ? await editedListed(store, await sourcePaths(place, request.paths, signal, 'read'))
          : (await publishedStates(place, selected, request.paths, signal)).map(stateListed)
      if (signal.aborted) return
      resources[selected] = request.pathsOnly ? listed.map(({ path }) => path) : listed
      total += listed.length
      const now = total
      change((job) => ({
        ...job,
        progress: { total: now, processed: now, failed: 0 },
        data: { ...job.data, resources }
      }))
    }
  }
}

interface Listed {
  readonly path: string
  readonly lastModified?: string
  readonly lastModifiedBy?: string
  readonly etag?: string
}

const stateListed = (state: PublishedState): Listed => ({
  path: webPathOf(state.path),
  lastModified: httpDateOf(state.at),
  lastModifiedBy: state.by.email,
  etag: deliveredEtag(state)
})

async function editedListed(store: Store, paths: readonly ContentPath[]): Promise<Listed[]> {
  const turn = takingTurns()
  const listed: Listed[] = []
  for (const path of paths) {
    await turn()
    listed.push(await editListed(store, path))
  }
  return listed
}

async function editListed(store: Store, path: ContentPath): Promise<Listed> {
  const entry = await store.stat(path)
  if (entry?.kind !== 'file') return { path: webPathOf(path) }
  return {
    path: webPathOf(path),
    lastModified: httpDateOf(entry.lastModified),
    lastModifiedBy: entry.modifiedBy.email,
    etag: etagOf(entry.hash)
  }
}

/** Data of structured documents may have changed with their schema, so these are never taken for the same. */
async function isUpToDate(store: Store, environment: Environment, path: ContentPath): Promise<boolean> {
  const entry = await store.stat(path)
  if (entry?.kind !== 'file') return false
  const wanted: readonly Environment[] = environment === 'live' ? environments : ['preview']
  const states = await Promise.all(wanted.map((one) => store.published.get(one, path)))
  return states.every((state) => state !== null && state.kind !== 'structured' && state.hash === entry.hash)
}

/** What many requests mean, ready to be asked about many paths. */
interface Wanted {
  /** Of each request for one path the files that it may mean. */
  readonly choices: readonly (readonly ContentPath[])[]
  readonly files: ReadonlySet<ContentPath>
  /** Without those that lie in others. */
  readonly folders: ReadonlySet<ContentPath>
}

async function wantedBy({ site }: JobPlace, requests: readonly PathRequest[]): Promise<Wanted> {
  const turn = takingTurns()
  const choices: (readonly ContentPath[])[] = []
  const all = new Set<ContentPath>()
  for (const request of requests) {
    await turn()
    if ('prefix' in request) all.add(folderOf(site, request.prefix))
    else choices.push(request.files)
  }
  const folders = new Set([...all].filter((folder) => !isBelowOne(folder, all)))
  return { choices, files: new Set(choices.flat()), folders }
}

/** Whether a folder above the path is one of them. */
function isBelowOne(path: string, folders: ReadonlySet<string>): boolean {
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
    if (folders.has(path.slice(0, cut))) return true
  return false
}

async function firstOf<T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await is(one)) return one
  return undefined
}

/** The files of the source that the request means: below prefixes only what the publisher may touch. */
async function sourcePaths(
  place: JobPlace,
  requests: readonly PathRequest[],
  signal: AbortSignal,
  action: 'read' | 'write' = 'write'
): Promise<ContentPath[]> {
  const { context, publisher } = place
  const { store } = context
  const turn = takingTurns()
  const { choices, folders } = await wantedBy(place, requests)
  const found = new Set<ContentPath>()
  for (const files of choices) {
    if (signal.aborted) return []
    await turn()
    // which of the files is there is told only of those that the publisher may touch
    const touched: ContentPath[] = []
    for (const file of files) if (await publisher.may(action, file)) touched.push(file)
    const isFile = async (file: ContentPath) => (await store.stat(file))?.kind === 'file'
    const counts = async (file: ContentPath) => (await publisher.may(action, file)) && (await isFile(file))
    const likely = touched[0] ?? (action === 'write' ? files[0] : undefined)
    const chosen =
      (await firstOf(touched, isFile)) ?? (await otherSpelling(store, 'source', files, counts)) ?? likely
    if (chosen !== undefined) found.add(chosen)
  }
  for (const folder of folders) {
    for await (const { path } of filesBelow(store, folder)) {
      if (signal.aborted) return []
      await turn()
      if (await publisher.may(action, path)) found.add(path)
    }
  }
  return [...found].sort()
}

async function* filesBelow(store: Store, folder: ContentPath): AsyncGenerator<FileEntry> {
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of (await store.list(next)) ?? []) {
      if (isHidden(nameOf(entry.path))) continue
      if (entry.kind === 'file') yield entry
      else waiting.push(entry.path)
    }
  }
}

const publishedPaths = async (
  place: JobPlace,
  environment: Environment,
  requests: readonly PathRequest[],
  signal: AbortSignal
) => (await publishedStates(place, environment, requests, signal)).map(({ path }) => path)

async function publishedStates(
  place: JobPlace,
  environment: Exclude<Selected, 'edit'>,
  requests: readonly PathRequest[],
  signal: AbortSignal
): Promise<PublishedState[]> {
  const { context, publisher, site } = place
  const all = await context.store.published.list(environment, site)
  const { files, folders } = await wantedBy(place, requests)
  const turn = takingTurns()
  const allowed: PublishedState[] = []
  for (const state of all) {
    if (signal.aborted) return []
    await turn()
    const { path } = state
    const wanted = files.has(path) || folders.has(path) || isBelowOne(path, folders)
    if (wanted && (await publisher.may('read', path))) allowed.push(state)
  }
  return allowed
}

const withPhase = (job: Job, phase: 'collecting' | 'running'): Job => ({
  ...job,
  data: { ...job.data, phase }
})

function withResource(job: Job, resource: JobResource): Job {
  const { total, processed, failed } = job.progress
  const resources = job.data.resources
  // the list is the job's own while it runs: five thousand copies of it would cost more than the work
  if (Array.isArray(resources)) resources.push(resource)
  return {
    ...job,
    progress: { total, processed: processed + 1, failed: failed + (resource.error === undefined ? 0 : 1) }
  }
}
