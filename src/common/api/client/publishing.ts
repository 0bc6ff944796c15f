import type { ContentPath } from '../../content/paths'
import { indexOverview, indexTrial, type IndexOverview, type IndexTrial } from '../../query-index/answers'
import { resourcePlace, sitePlace } from '../../publishing/addresses'
import { published, status, type PublishAnswer, type PublishStatus } from '../../publishing/answers'
import type { Environment } from '../../publishing/environments'
import {
  jobAccepted,
  jobDetails,
  jobList,
  jobResource,
  jobShown,
  type JobDetails,
  type JobListed,
  type JobResource,
  type JobShown,
  type JobTopic
} from '../../publishing/jobs'
import { publishedListing, type PublishedListing } from '../../publishing/listing'
import { pageReferences, type PageReferences } from '../../publishing/reference-answers'
import { rawBody } from './bodies'
import { openCalls, textOf, type CallsOptions } from './calls'

export type PublishingClient = ReturnType<typeof createPublishingClient>

/** The typed client of the publishing side (U1, F5); it rejects as the one of authoring does. */
export function createPublishingClient(options: CallsOptions = {}) {
  const { ask, read } = openCalls(options)
  const delivered = async (environment: Environment, path: ContentPath, type: string): Promise<string> =>
    textOf(await ask('deliver', { environment, ...resourcePlace(path) }, { headers: { Accept: type } }))

  return {
    /** Source, preview and live of one path. @throws not-found never: what is nowhere has 404 in each part */
    status: (path: ContentPath, signal?: AbortSignal): Promise<PublishStatus> =>
      read(status, 'readPublishStatus', resourcePlace(path), { signal }),
    /** Everything that is published of a site. */
    list: (site: ContentPath, signal?: AbortSignal): Promise<PublishedListing> =>
      read(publishedListing, 'listPublished', { at: site }, { signal }),
    /** The site's query index (U3). */
    index: (site: ContentPath, signal?: AbortSignal): Promise<IndexOverview> =>
      read(indexOverview, 'readIndex', { at: site }, { signal }),
    /** The rows that a definition would make; nothing is changed. */
    tryIndex: (
      site: ContentPath,
      definition: string,
      { limit, signal }: { readonly limit: number; readonly signal: AbortSignal }
    ): Promise<IndexTrial> =>
      read(
        indexTrial,
        'tryIndex',
        { at: site, limit },
        { payload: rawBody(definition, 'application/yaml'), signal }
      ),
    /**
     * Begins a job that puts the source's definition in force and reads every page anew.
     * @returns the job's name
     */
    makeIndex: async (site: ContentPath): Promise<string> =>
      (await read(jobAccepted, 'makeIndex', { at: site })).job.name,
    /**
     * What publishing a path to live would change for readers, and what is wrong with it; nothing is
     * published.
     */
    check: (path: ContentPath, signal?: AbortSignal): Promise<JobResource> =>
      read(jobResource, 'checkOne', resourcePlace(path), { signal }),
    /** What a page links to and shows in its site, and how that stands for readers. */
    references: (path: ContentPath, signal?: AbortSignal): Promise<PageReferences> =>
      read(pageReferences, 'readReferences', resourcePlace(path), { signal }),
    /** Begins a job that checks many paths of a site. @returns the job's name */
    startCheck: async (site: ContentPath, paths: readonly string[]): Promise<string> =>
      (await read(jobAccepted, 'checkMany', { at: site }, { json: { paths } })).job.name,
    /** To preview, or to preview and live. */
    publish: (environment: Environment, path: ContentPath): Promise<PublishAnswer> =>
      read(published, 'publish', { environment, ...resourcePlace(path) }),
    /** @throws not-found when it is not published there */
    async unpublish(environment: Environment, path: ContentPath): Promise<void> {
      await ask('unpublish', { environment, ...resourcePlace(path) })
    },
    /**
     * Begins a job that publishes many paths of a site, or takes them out; `/docs/*` is all below.
     * @returns the job's name
     */
    async startMany(
      site: ContentPath,
      environment: Environment,
      paths: readonly string[],
      remove = false
    ): Promise<string> {
      const json = { paths, ...(remove && { delete: true }) }
      return (await read(jobAccepted, 'publishMany', { environment, at: site }, { json })).job.name
    },
    /** The last jobs of one kind, newest first. */
    jobs: async (site: ContentPath, topic: JobTopic): Promise<readonly JobListed[]> =>
      (await read(jobList, 'listJobs', { at: site, topic })).jobs,
    /** How far a job is. */
    job: (site: ContentPath, topic: JobTopic, name: string): Promise<JobShown> =>
      read(jobShown, 'readJob', { at: site, topic, name }),
    /** And what became of each path. */
    jobDetails: (site: ContentPath, topic: JobTopic, name: string): Promise<JobDetails> =>
      read(jobDetails, 'readJobDetails', { at: site, topic, name }),
    /** Ends a job after what is under way. @throws when it does not run */
    async cancelJob(site: ContentPath, topic: JobTopic, name: string): Promise<void> {
      await ask('cancelJob', { at: site, topic, name })
    },
    /** The overview page that the delivery address of a structured document shows in browsers (F5). */
    overview: (environment: Environment, path: ContentPath): Promise<string> =>
      delivered(environment, path, 'text/html'),
    /** The delivered JSON of a structured document, as text (F5). */
    delivered: (environment: Environment, path: ContentPath): Promise<string> =>
      delivered(environment, path, 'application/json'),
    /** What readers get at the site's address, as text. @param plain a page's sections alone */
    async page(environment: Environment, path: ContentPath, plain: boolean): Promise<string> {
      const page = sitePlace(path)
      const sections = `${page.path.endsWith('/') ? `${page.path}index` : page.path}.plain.html`
      return textOf(await ask('readSite', { environment, at: page.at, path: plain ? sections : page.path }))
    }
  }
}
