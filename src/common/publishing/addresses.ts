import { isPage } from '../formats/files'
import type { ContentPath } from '../content/paths'
import { contentPathFromUrl, nameOf, segmentsOf, splitName } from '../content/paths'
import { GalleyError } from '../errors'

/**
 * Where something of a site is found by readers: the path below the site without `.html`, a folder's index
 * page as the folder with a slash at the end. `/org/site/docs/index.html` → `/docs/`, `/org/site/a.html` →
 * `/a`, `/org/site/a.json` → `/a.json`.
 */
export function webPathOf(path: ContentPath): string {
  const below = `/${segmentsOf(path).slice(2).join('/')}`
  if (below === '/index.html' || below.endsWith('/index.html')) return below.slice(0, -'index.html'.length)
  return withoutHtml(below)
}

/** A name that would end in `.html` without its own stays as it is: that is another file's address. */
const withoutHtml = (path: string): string => path.replace(/(?<!\.html)\.html$/, '')

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
 * The files that a reader's path may mean, in the order in which they are looked for: itself, when it has an
 * extension, then the page of that name.
 * @param site as in the address, percent-encoded: `/org/site`
 * @param rest what follows it: empty, or with a slash in front; a slash at the end means the folder's index
 * page
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

/** A place of a site in an address of the service: the site, and what stands behind it. */
interface Place {
  readonly at: ContentPath
  readonly path: string
}

/** As publishing and programs name it: by its file, a page without `.html`. */
export const resourcePlace = (path: ContentPath): Place => ({
  at: siteFolder(path),
  path: withoutHtml(resourcePathOf(path))
})

/** As readers find it. */
export const sitePlace = (path: ContentPath): Place => ({ at: siteFolder(path), path: webPathOf(path) })
