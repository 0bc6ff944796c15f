import { isPage } from '../formats/files'
import type { ContentPath } from '../content/paths'
import { contentPathFromUrl, nameOf, pathToUrl, segmentsOf, splitName } from '../content/paths'
import { GalleyError } from '../errors'
import type { Environment } from './environments'

/**
 * Where something of a site is found by readers: the path below the site without `.html`, a folder's index page as the folder
 * with a slash at the end. `/org/site/docs/index.html` → `/docs/`, `/org/site/a.html` → `/a`, `/org/site/a.json` → `/a.json`.
 */
export function webPathOf(path: ContentPath): string {
  const below = `/${segmentsOf(path).slice(2).join('/')}`
  if (below === '/index.html' || below.endsWith('/index.html')) return below.slice(0, -'index.html'.length)
  return below.endsWith('.html') ? below.slice(0, -'.html'.length) : below
}

/** The path below the site, with its extension. */
export function resourcePathOf(path: ContentPath): string {
  return `/${segmentsOf(path).slice(2).join('/')}`
}

/** The site that a path lies in. @throws GalleyError bad-path above sites */
export function siteFolder(path: ContentPath): ContentPath {
  const [org, site] = segmentsOf(path)
  if (org !== undefined && site !== undefined) return `/${org}/${site}` as ContentPath
  throw new GalleyError('bad-path', 'Name an organization and a site: /org/site/….', { where: path })
}

/**
 * The files that a reader's path may mean, in the order in which they are looked for: itself, when it has an extension, then the
 * page of that name.
 * @param site as in the address, percent-encoded: `/org/site`
 * @param rest what follows it: empty, or with a slash in front; a slash at the end means the folder's index page
 * @throws GalleyError bad-path (N5)
 */
export function filesFor(site: string, rest: string): readonly [ContentPath, ...ContentPath[]] {
  const folder = rest === '' || rest.endsWith('/')
  const path = contentPathFromUrl(site + (folder ? rest.slice(0, -1) : rest))
  siteFolder(path)
  if (folder) return [`${path}/index.html` as ContentPath]
  const { ext } = splitName(nameOf(path))
  const page = `${path}.html` as ContentPath
  return ext === '' ? [page] : isPage(ext) ? [path] : [path, page]
}

/** Addresses of the publishing side, relative to the service's origin (N3). */
export const publishingRoutes = {
  publish: (environment: Environment, path: ContentPath, ref = MAIN) =>
    `/publish/${environment}${below(path, ref)}`,
  status: (path: ContentPath, ref = MAIN) => `/publish/status${below(path, ref)}`,
  /** `GET`: everything that is published of a site. */
  list: (site: ContentPath, ref = MAIN) => `/publish/status${pathToUrl(site)}/${ref}/*`,
  /** `GET`: what publishing a path would change, and what is wrong with it (U7). Many: `bulk('check', …)`. */
  check: (path: ContentPath, ref = MAIN) => `/publish/check${below(path, ref)}`,
  /** `GET`: what a page links to and shows, and how that stands for readers (U13). */
  references: (path: ContentPath, ref = MAIN) => `/publish/references${below(path, ref)}`,
  /** `POST`: the page that readers would get of a text (U8). */
  page: (path: ContentPath, ref = MAIN) => `/publish/page${below(path, ref)}`,
  /** `GET`: the site's query index; `POST`: tries a definition. With `/*`: `POST` makes it anew. */
  index: (site: ContentPath, ref = MAIN) => `/publish/index${pathToUrl(site)}/${ref}`,
  bulk: (topic: 'preview' | 'live' | 'status' | 'index' | 'check', site: ContentPath, ref = MAIN) =>
    `/publish/${topic}${pathToUrl(site)}/${ref}/*`,
  jobs: (site: ContentPath, topic: string, ref = MAIN) => `/publish/job${pathToUrl(site)}/${ref}/${topic}`,
  job: (site: ContentPath, topic: string, name: string, ref = MAIN) =>
    `/publish/job${pathToUrl(site)}/${ref}/${topic}/${name}`,
  /** Where readers find it. */
  site: (environment: Environment, path: ContentPath) =>
    `/sites/${environment}${pathToUrl(siteFolder(path))}${encoded(webPathOf(path))}`,
  /** Where programs find the data of a structured document (F5). */
  delivery: (environment: Environment, path: ContentPath) =>
    `/delivery/${environment}${pathToUrl(siteFolder(path))}${encoded(withoutHtml(resourcePathOf(path)))}`
} as const

/** The only line of a site's content; `ref` is in the addresses because the protocol has it. */
const MAIN = 'main'

const below = (path: ContentPath, ref: string) =>
  `${pathToUrl(siteFolder(path))}/${encodeURIComponent(ref)}${encoded(withoutHtml(resourcePathOf(path)))}`

const withoutHtml = (path: string) => (path.endsWith('.html') ? path.slice(0, -'.html'.length) : path)

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
