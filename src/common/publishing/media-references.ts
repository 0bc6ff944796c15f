import { hasVersions } from '../formats/files'
import type { ContentPath } from '../content/paths'
import { contentPathFromUrl, nameOf, pathToUrl, segmentsOf, splitName } from '../content/paths'
import type { Element } from '../html'
import { attribute, everyElement } from '../html'
import { siteFolder } from './addresses'
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

/** Also the shapes `https://content.host/org/site/…` are left alone: they are not ours to publish. */
function ownMedia(address: string, page: ContentPath): ContentPath | null {
  const site = siteFolder(page)
  try {
    const origin = 'galley://page'
    const folder = pathToUrl(page).slice(pathToUrl(site).length)
    const url = new URL(address.trim(), origin + folder)
    if (url.protocol !== 'galley:' || url.host !== 'page') return null
    const path = contentPathFromUrl(pathToUrl(site) + url.pathname)
    const { ext } = splitName(nameOf(path))
    return segmentsOf(path).length > 2 && ext !== '' && !hasVersions(ext) ? path : null
  } catch {
    return null
  }
}
