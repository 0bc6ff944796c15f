import type { ContentPath } from '../../../common/content/paths'
import { isHidden, isWithin, nameOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { resourcePathOf, webPathOf } from '../../../common/publishing/addresses'
import type { Environment } from '../../../common/publishing/environments'
import { environments } from '../../../common/publishing/environments'
import type { JobResource } from '../../../common/publishing/jobs'
import type { PublishedState } from '../../store/published-types'
import type { FileEntry, Store } from '../../store/types'
import { httpDateOf } from '../conditions'
import type { ServiceContext } from '../context'
import { etagOf } from '../entity-tags'
import { errorAnswer } from '../errors'
import type { JobWork } from './job-board'
import type { Job } from './job-record'
import type { JobWish, PathWish, Selected } from './job-wishes'
import { filesOf, folderOf } from './job-wishes'
import { publish, unpublish } from './publication'
import { deliveredEtag } from './resource'
import type { Publisher } from './rights'

/** Where a job works, and for whom. */
export interface JobPlace {
  readonly context: ServiceContext
  readonly publisher: Publisher
  /** `/org/site`, percent-encoded and not. */
  readonly address: string
  readonly site: ContentPath
}

const AT_ONCE = 4

/** Publishes every path that the wish means, or takes it out (U1, bulk). One that fails keeps no other from being done. */
export function bulkWork(place: JobPlace, environment: Environment, wish: JobWish): JobWork {
  const { context, publisher } = place
  const one = async (path: ContentPath): Promise<JobResource> => {
    const names = { path: webPathOf(path), resourcePath: resourcePathOf(path) }
    try {
      await publisher.require('write', path)
      if (wish.remove) {
        await unpublish(context, publisher, environment, path)
        return { ...names, status: 204 }
      }
      if (!wish.forceUpdate && (await isUpToDate(context.store, environment, path)))
        return { ...names, status: 304 }
      await publish(context, publisher, environment, path)
      return { ...names, status: 200 }
    } catch (error) {
      if (!(error instanceof GalleyError) || fatal.has(error.reason)) throw error
      return { ...names, status: errorAnswer(error).status, error: error.message }
    }
  }

  return async (change, signal) => {
    change((job) => withPhase(job, 'collecting'))
    const paths = wish.remove
      ? await publishedPaths(place, environment, wish.paths)
      : await sourcePaths(place, wish.paths)
    change((job) => ({ ...withPhase(job, 'running'), progress: { ...job.progress, total: paths.length } }))
    const waiting = paths[Symbol.iterator]()
    const worker = async () => {
      for (const path of waiting) {
        if (signal.aborted) return
        const resource = await one(path)
        change((job) => withResource(job, resource))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

/** Lists what is there in each selected state (U2). */
export function statusWork(place: JobPlace, wish: JobWish): JobWork {
  const { store } = place.context
  return async (change) => {
    change((job) => withPhase(job, 'collecting'))
    const resources: Record<string, string[] | Listed[]> = {}
    let total = 0
    for (const selected of wish.select) {
      const listed =
        selected === 'edit'
          ? await Promise.all(
              (await sourcePaths(place, wish.paths, 'read')).map((path) => editListed(store, path))
            )
          : (await publishedStates(place, selected, wish.paths)).map(stateListed)
      resources[selected] = wish.pathsOnly ? listed.map(({ path }) => path) : listed
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

/** A failure of the disk or of Galley ends the whole job: the next path would meet it too. */
const fatal: ReadonlySet<string> = new Set([
  'disk-full',
  'read-only',
  'no-access',
  'io-failed',
  'closed',
  'internal'
])

/** Data of structured documents may have changed with their schema, so these are never taken for the same. */
async function isUpToDate(store: Store, environment: Environment, path: ContentPath): Promise<boolean> {
  const entry = await store.stat(path)
  if (entry?.kind !== 'file') return false
  const wanted: readonly Environment[] = environment === 'live' ? environments : ['preview']
  const states = await Promise.all(wanted.map((one) => store.published.get(one, path)))
  return states.every((state) => state !== null && state.kind !== 'structured' && state.hash === entry.hash)
}

/** The files of the source that the wish means: below prefixes only what the publisher may touch. */
async function sourcePaths(
  { context: { store }, publisher, address, site }: JobPlace,
  wishes: readonly PathWish[],
  action: 'read' | 'write' = 'write'
): Promise<ContentPath[]> {
  const found = new Set<ContentPath>()
  for (const wish of wishes) {
    if ('path' in wish) {
      const files = filesOf(wish, address)
      let chosen = files[0]
      for (const file of files) {
        if ((await store.stat(file))?.kind !== 'file') continue
        chosen = file
        break
      }
      found.add(chosen)
      continue
    }
    for (const { path } of await filesBelow(store, folderOf(site, wish.prefix))) {
      if (await publisher.may(action, path)) found.add(path)
    }
  }
  return [...found].sort()
}

async function filesBelow(store: Store, folder: ContentPath): Promise<FileEntry[]> {
  const entries = ((await store.list(folder)) ?? []).filter(({ path }) => !isHidden(nameOf(path)))
  const files: FileEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'file') files.push(entry)
    else files.push(...(await filesBelow(store, entry.path)))
  }
  return files
}

const publishedPaths = async (place: JobPlace, environment: Environment, wishes: readonly PathWish[]) =>
  (await publishedStates(place, environment, wishes)).map(({ path }) => path)

async function publishedStates(
  { context: { store }, publisher, address, site }: JobPlace,
  environment: Exclude<Selected, 'edit'>,
  wishes: readonly PathWish[]
): Promise<PublishedState[]> {
  const all = await store.published.list(environment, site)
  const wanted = (path: ContentPath) =>
    wishes.some((wish) =>
      'prefix' in wish ? isWithin(path, folderOf(site, wish.prefix)) : filesOf(wish, address).includes(path)
    )
  const allowed: PublishedState[] = []
  for (const state of all) {
    if (wanted(state.path) && (await publisher.may('read', state.path))) allowed.push(state)
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
