import type { ContentPath } from '../../common/content/paths'
import type { ExternalLinks } from '../../common/links/answers'
import { takingTurns } from '../system/turns'
import type { Asking } from './asking'
import { isInSite, placeOf, titleOf } from './document-links'
import { isOwnThing } from './link-index'

type ExternalLink = ExternalLinks['links'][number]

/**
 * Every link of a site that leaves the workspace for another host, of what the caller may read, with turns for others:
 * by host, each by address. Nothing is fetched.
 */
export async function externalLinksOf(
  { graph, may }: Asking,
  site: ContentPath
): Promise<ReadonlyMap<string, readonly ExternalLink[]>> {
  const hosts = new Map<string, ExternalLink[]>()
  const turn = takingTurns()
  for (const file of graph.files.values()) {
    await turn()
    if (!isInSite(file.path, site) || isOwnThing(file.path) || !may('read', file.path)) continue
    for (const link of file.facts?.links ?? []) {
      const host = hostIn(link.value)
      // one that is said to be of a site of the workspace is none of these
      if (host === null || graph.hosts.own.has(host) || graph.saidOf(file.path, link) !== null) continue
      const known = hosts.get(host)
      const found = { host, path: file.path, title: titleOf(file), ...placeOf(link) }
      if (known) known.push(found)
      else hosts.set(host, [found])
    }
  }
  const sorted = [...hosts].sort(([a], [b]) => compared(a, b))
  for (const [, links] of sorted) {
    await turn()
    links.sort((a, b) => compared(a.written, b.written) || compared(a.path, b.path) || a.n - b.n)
  }
  return new Map(sorted)
}

/** How many addresses and links each host has. */
export const externalHosts = (hosts: Awaited<ReturnType<typeof externalLinksOf>>): ExternalLinks['hosts'] =>
  [...hosts].map(([host, links]) => ({
    host,
    addresses: new Set(links.map(({ written }) => written)).size,
    links: links.length
  }))

/** The host of an address of the web, as it is compared; null for any other. */
function hostIn(value: string): string | null {
  if (!/^(?:https?:)?[/\\]{2}/i.test(value)) return null
  try {
    return new URL(value, 'https://site.invalid').host
  } catch {
    return null
  }
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
