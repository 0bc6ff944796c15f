import type { ContentPath } from '../../common/content/paths'
import type { ExternalLinks } from '../../common/links/answers'
import type { Asking } from './asking'
import { isInSite, placeOf, titleOf } from './document-links'
import { isOwnThing } from './link-index'

type ExternalLink = ExternalLinks['links'][number]

/**
 * Every link of a site that leaves the workspace for another host, of what the caller may read: by host, then by
 * address. Nothing is fetched.
 */
export function externalLinksOf({ graph, may }: Asking, site: ContentPath): ExternalLink[] {
  const found: ExternalLink[] = []
  for (const file of graph.files.values()) {
    if (!isInSite(file.path, site) || isOwnThing(file.path) || !may('read', file.path)) continue
    for (const link of file.facts?.links ?? []) {
      const host = graph.saidOf(file.path, link) === null ? hostIn(link.value) : null
      if (host !== null && !graph.hosts.own.has(host))
        found.push({ host, path: file.path, title: titleOf(file), ...placeOf(link) })
    }
  }
  const order = ({ host, written, path }: ExternalLink) => [host, written, path]
  return found.sort((a, b) => compared(order(a), order(b)) || a.n - b.n)
}

/** How many addresses and links each host has. */
export function externalHosts(links: readonly ExternalLink[]): ExternalLinks['hosts'] {
  const hosts = new Map<string, { links: number; written: Set<string> }>()
  for (const { host, written } of links) {
    const known = hosts.get(host) ?? { links: 0, written: new Set() }
    known.links += 1
    known.written.add(written)
    hosts.set(host, known)
  }
  return [...hosts].map(([host, { links: count, written }]) => ({
    host,
    addresses: written.size,
    links: count
  }))
}

/** The host of an address of the web, as it is compared; null for any other. */
function hostIn(value: string): string | null {
  if (!/^(?:https?:)?[/\\]{2}/i.test(value)) return null
  try {
    return new URL(value, 'https://site.invalid').host
  } catch {
    return null
  }
}

function compared(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
}
