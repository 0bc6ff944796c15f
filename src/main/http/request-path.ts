import type { ContentPath } from '../../common/content/paths'
import { contentPath, contentPathFromUrl, nameOf, segmentsOf, splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'

/**
 * The content path after the first segment of a request's address: `/source/org/site/a.html` →
 * `/org/site/a.html`. Read from the address as it was sent, so that it is decoded exactly once; one slash at
 * its end means the same (N5).
 */
export function pathAfterPrefix(url: URL): ContentPath {
  return pathAfterSegments(url, 1)
}

/** The path after `/app/{name}`. */
export function pathAfterAppPrefix(url: URL): ContentPath {
  return pathAfterSegments(url, 2)
}

/**
 * The path that a config is of: everything after `/config/`, an organization, a site, a folder or a page
 * (C1).
 * @param prefix how many segments come before it in the address
 */
export function configPath(url: URL, prefix = 1): ContentPath {
  return requireBelowRoot(pathAfterSegments(url, prefix))
}

function pathAfterSegments({ pathname }: URL, count: number): ContentPath {
  const rest = pathname
    .split('/')
    .slice(count + 1)
    .join('/')
  return withOpenOrganization(contentPathFromUrl(`/${withoutLastSlash(rest)}`))
}

/** Two slashes at the end are an empty name, which is refused. */
const withoutLastSlash = (path: string) => path.replace(/(?<=[^/])\/$/, '')

/**
 * A content path as a person or client would write it, in a form: not percent-encoded, also with a slash at
 * its end.
 */
export function pathInForm(text: string): ContentPath {
  return requireBelowRoot(withOpenOrganization(contentPath(withoutLastSlash(text))))
}

/**
 * Organizations whose name begins with a dot are Galley's own: no content address reaches them.
 * @throws GalleyError bad-path
 */
function withOpenOrganization(path: ContentPath): ContentPath {
  if (!path.startsWith('/.')) return path
  throw new GalleyError('bad-path', 'The name of an organization does not begin with a dot.', { where: path })
}

/**
 * @throws GalleyError bad-path unless the path is `/{org}/{repo}/{path}` of a file, which has an extension
 * (S1)
 */
export function requireFilePath(path: ContentPath): ContentPath {
  if (segmentsOf(path).length < 3) {
    throw new GalleyError('bad-path', 'A file lies in an organization and a site: /org/site/name.html.', {
      where: path
    })
  }
  if (!hasExtension(path)) {
    throw new GalleyError('bad-path', 'A file name needs an extension, for example “.html” or “.json”.', {
      where: path
    })
  }
  return path
}

/** @throws GalleyError bad-path for the root, which holds the organizations and is itself none */
export function requireBelowRoot(path: ContentPath): ContentPath {
  if (segmentsOf(path).length > 0) return path
  throw new GalleyError('bad-path', 'Name an organization: /org or /org/site/….', { where: path })
}

export function hasExtension(path: ContentPath): boolean {
  return extensionOf(path) !== ''
}

/** As written, without dot; `''` for none. */
export function extensionOf(path: ContentPath): string {
  return splitName(nameOf(path)).ext
}
