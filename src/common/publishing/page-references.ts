import { hasVersions } from '../formats/files'
import type { ContentPath } from '../content/paths'
import { contentPathFromUrl, nameOf, pathToUrl, segmentsOf, splitName } from '../content/paths'
import type { Element } from '../html'
import { attribute, everyElement } from '../html'
import { filesFor, siteFolder } from './addresses'
import { candidatesOf } from './site-addresses'

/** The media files of its own site that a page shows: images, video, sound. In order, each once. */
export function mediaIn(roots: readonly Element[], page: ContentPath): ContentPath[] {
  const found = new Set<ContentPath>()
  for (const element of everyElement(roots)) {
    for (const address of addressesIn(element)) {
      const path = ownMedia(address, page)
      if (path !== null) found.add(path)
    }
  }
  return [...found].sort()
}

const showing = new Set(['img', 'source', 'video', 'audio', 'track'])

function addressesIn(element: Element): string[] {
  if (!showing.has(element.tagName)) return []
  const single = ['src', 'poster'].flatMap((name) => attribute(element, name) ?? [])
  const set = attribute(element, 'srcset')
  return set === null ? single : [...single, ...candidatesOf(set).map(({ address }) => address)]
}

function ownMedia(address: string, page: ContentPath): ContentPath | null {
  const below = pathBelowSite(address, page, null)
  if (below === null) return null
  try {
    const path = contentPathFromUrl(pathToUrl(siteFolder(page)) + below)
    const { ext } = splitName(nameOf(path))
    return segmentsOf(path).length > 2 && ext !== '' && !hasVersions(ext) ? path : null
  } catch {
    return null
  }
}

/**
 * What a page links to in its own site: of each link the files that it may mean, in the order in which
 * readers would get them. Each once, in the order of the page.
 * @param host the site's public address, whose links are its own too; null where none is known
 * @param most of them; `complete` tells whether there are more
 */
export function linksIn(
  roots: readonly Element[],
  page: ContentPath,
  { host, most }: { readonly host: string | null; readonly most: number }
): { readonly links: readonly (readonly ContentPath[])[]; readonly complete: boolean } {
  const found = new Map<string, readonly ContentPath[]>()
  for (const element of everyElement(roots)) {
    if (element.tagName !== 'a' && element.tagName !== 'area') continue
    const below = pathBelowSite(attribute(element, 'href') ?? '', page, host)
    if (below === null || found.has(below)) continue
    const files = linkedFiles(pathToUrl(siteFolder(page)), below)
    if (files.length === 0 || files.includes(page)) continue
    if (found.size >= most) return { links: [...found.values()], complete: false }
    found.set(below, files)
  }
  return { links: [...found.values()], complete: true }
}

/** Readers of `/docs` are sent on to `/docs/` where only that is there. */
function linkedFiles(site: string, below: string): readonly ContentPath[] {
  try {
    return below.endsWith('/')
      ? filesFor(site, below)
      : [...filesFor(site, below), ...filesFor(site, `${below}/`)]
  } catch {
    return []
  }
}

/**
 * An address of a page as the path below its site, percent-encoded; null for what leads elsewhere or is a
 * place in the page. The shapes `https://content.host/org/site/…` are left alone: they are not ours to
 * publish.
 */
function pathBelowSite(address: string, page: ContentPath, host: string | null): string | null {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return null
  const origin = 'galley://page'
  try {
    const url = new URL(trimmed, origin + pathToUrl(page).slice(pathToUrl(siteFolder(page)).length))
    const own = (url.protocol === 'galley:' && url.host === 'page') || (host !== null && url.origin === host)
    return own ? url.pathname : null
  } catch {
    return null
  }
}
