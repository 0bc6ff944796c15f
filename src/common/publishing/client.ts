import { brokenOff, failureOf, unreachable } from '../api/client-errors'
import type { ContentPath } from '../content/paths'
import { publishingRoutes } from './addresses'
import type { PublishAnswer, PublishStatus } from './answers'
import { parsePublishing } from './answers'
import type { Environment } from './environments'
import type { IndexOverview, IndexTrial } from '../indexing/answers'
import type { PublishedListing } from './listing'
import type { PageReferences } from './reference-answers'
import type { JobDetails, JobListed, JobResource, JobShown, JobTopic } from './jobs'

interface PublishingClientOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Origin of the service without a slash at the end; default: the page's own. */
  readonly base?: string
  /** For scripts: headers of every request, such as `X-Auth-Token`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The typed client of the publishing side (U1, F5). Methods reject with a GalleyError: the service's own reason, `unreachable`, `cancelled`. */
export function createPublishingClient(options: PublishingClientOptions = {}) {
  const base = options.base ?? ''
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))

  async function call(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    const { signal } = init
    let answer: Response
    try {
      answer = await send(base + url, { ...init, method, headers: { ...options.headers, ...init.headers } })
    } catch (cause) {
      throw unreachable(cause, signal)
    }
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }

  async function body<T>(answer: Response, read: (answer: Response) => Promise<T>): Promise<T> {
    try {
      return await read(answer)
    } catch (cause) {
      throw brokenOff(cause)
    }
  }

  const json = (answer: Response) => body(answer, (one): Promise<unknown> => one.json())

  return {
    /** Source, preview and live of one path. @throws not-found never: what is nowhere has 404 in each part */
    async status(path: ContentPath, signal?: AbortSignal): Promise<PublishStatus> {
      return parsePublishing.status(
        await json(await call('GET', publishingRoutes.status(path), signal ? { signal } : {}))
      )
    },
    /** Everything that is published of a site. */
    async list(site: ContentPath, signal?: AbortSignal): Promise<PublishedListing> {
      return parsePublishing.listing(
        await json(await call('GET', publishingRoutes.list(site), signal ? { signal } : {}))
      )
    },
    /** The site's query index (U3). */
    async index(site: ContentPath, signal?: AbortSignal): Promise<IndexOverview> {
      return parsePublishing.index(
        await json(await call('GET', publishingRoutes.index(site), signal ? { signal } : {}))
      )
    },
    /** The rows that a definition would make; nothing is changed. */
    async tryIndex(
      site: ContentPath,
      definition: string,
      { limit, signal }: { readonly limit: number; readonly signal: AbortSignal }
    ): Promise<IndexTrial> {
      const init = { body: definition, headers: { 'Content-Type': 'application/yaml' }, signal }
      return parsePublishing.trial(
        await json(await call('POST', `${publishingRoutes.index(site)}?limit=${limit}`, init))
      )
    },
    /** Begins a job that puts the source's definition in force and reads every page anew. @returns the job's name */
    async makeIndex(site: ContentPath): Promise<string> {
      const answer = await call('POST', publishingRoutes.bulk('index', site))
      return parsePublishing.accepted(await json(answer)).job.name
    },
    /** What publishing a path to live would change for readers, and what is wrong with it; nothing is published. */
    async check(path: ContentPath, signal?: AbortSignal): Promise<JobResource> {
      return parsePublishing.checked(
        await json(await call('GET', publishingRoutes.check(path), signal ? { signal } : {}))
      )
    },
    /** What a page links to and shows in its site, and how that stands for readers. */
    async references(path: ContentPath, signal?: AbortSignal): Promise<PageReferences> {
      return parsePublishing.references(
        await json(await call('GET', publishingRoutes.references(path), signal ? { signal } : {}))
      )
    },
    /** Begins a job that checks many paths of a site. @returns the job's name */
    async startCheck(site: ContentPath, paths: readonly string[]): Promise<string> {
      const answer = await call('POST', publishingRoutes.bulk('check', site), {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ paths })
      })
      return parsePublishing.accepted(await json(answer)).job.name
    },
    /** To preview, or to preview and live. */
    async publish(environment: Environment, path: ContentPath): Promise<PublishAnswer> {
      return parsePublishing.published(
        await json(await call('POST', publishingRoutes.publish(environment, path)))
      )
    },
    /** @throws not-found when it is not published there */
    async unpublish(environment: Environment, path: ContentPath): Promise<void> {
      await call('DELETE', publishingRoutes.publish(environment, path))
    },
    /** Begins a job that publishes many paths of a site, or takes them out; `/docs/*` is all below. @returns the job's name */
    async startMany(
      site: ContentPath,
      environment: Environment,
      paths: readonly string[],
      remove = false
    ): Promise<string> {
      const answer = await call('POST', publishingRoutes.bulk(environment, site), {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(remove ? { paths, delete: true } : { paths })
      })
      return parsePublishing.accepted(await json(answer)).job.name
    },
    /** The last jobs of one kind, newest first. */
    async jobs(site: ContentPath, topic: JobTopic): Promise<readonly JobListed[]> {
      return parsePublishing.jobs(await json(await call('GET', publishingRoutes.jobs(site, topic)))).jobs
    },
    /** How far a job is. */
    async job(site: ContentPath, topic: JobTopic, name: string): Promise<JobShown> {
      return parsePublishing.job(await json(await call('GET', publishingRoutes.job(site, topic, name))))
    },
    /** And what became of each path. */
    async jobDetails(site: ContentPath, topic: JobTopic, name: string): Promise<JobDetails> {
      return parsePublishing.jobDetails(
        await json(await call('GET', `${publishingRoutes.job(site, topic, name)}/details`))
      )
    },
    /** Ends a job after what is under way. @throws when it does not run */
    async cancelJob(site: ContentPath, topic: JobTopic, name: string): Promise<void> {
      await call('DELETE', publishingRoutes.job(site, topic, name))
    },
    /** The overview page that the delivery address of a structured document shows in browsers (F5). */
    async overview(environment: Environment, path: ContentPath): Promise<string> {
      return body(
        await call('GET', publishingRoutes.delivery(environment, path), { headers: { Accept: 'text/html' } }),
        (answer) => answer.text()
      )
    },
    /** The delivered JSON of a structured document, as text (F5). */
    async delivered(environment: Environment, path: ContentPath): Promise<string> {
      return body(
        await call('GET', publishingRoutes.delivery(environment, path), {
          headers: { Accept: 'application/json' }
        }),
        (answer) => answer.text()
      )
    },
    /** What readers get at the site's address, as text. @param plain a page's sections alone */
    async page(environment: Environment, path: ContentPath, plain: boolean): Promise<string> {
      const address = publishingRoutes.site(environment, path)
      const url = plain ? `${address.endsWith('/') ? `${address}index` : address}.plain.html` : address
      return body(await call('GET', url), (answer) => answer.text())
    }
  }
}
