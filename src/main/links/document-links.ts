import { segmentsOf, siteOf, type ContentPath } from '../../common/content/paths'
import type { DocumentLinks, LinkState } from '../../common/links/answers'
import type { FoundLink } from '../../common/links/facts'
import { keysOf, keysOfSource } from '../../common/links/keys'
import { reachOf } from '../../common/links/meaning'
import type { Asking } from './asking'
import { fixOf } from './fixes'
import type { Edge, Graph } from './graph'
import { isOwnThing, type KnownFile } from './link-index'

/** What links to a file, of what this caller may read. A document's links to itself are left out. */
export function edgesTo({ graph, world, may }: Asking, path: ContentPath): Edge[] {
  return graph
    .linksTo(keysLeadingTo(graph, path))
    .filter(({ from, said }) => {
      if (from.path === path || isOwnThing(from.path) || !may('read', from.path)) return false
      const reach = reachOf(said, world)
      return reach.kind === 'document' && reach.path === path
    })
    .sort((a, b) => (a.from.path < b.from.path ? -1 : a.from.path > b.from.path ? 1 : a.link.n - b.link.n))
}

/** The keys that could mean a file, also by redirects. */
function keysLeadingTo(graph: Graph, path: ContentPath): Set<string> {
  const keys = new Set(keysOf(path))
  const site = siteOf(path)
  for (const [source] of graph.redirects.get(site) ?? [])
    for (const key of keysOfSource(site, source)) keys.add(key)
  return keys
}

/** `GET /links/{org}/{site}/{path}`: both ends, anchors and how each stands. */
export function documentLinksOf(asking: Asking, file: KnownFile): Omit<DocumentLinks, 'next'> {
  const { graph } = asking
  const out = (file.facts?.links ?? []).map((link) => {
    const standing = asking.stateOf(file, link)
    const { state, to } = standing
    const fix = isMendable(state) ? fixOf(asking, { file, link, standing }) : null
    const title = to === null ? '' : titleOf(graph.files.get(to))
    return { ...placeOf(link), state, to, title, ...(fix && { fix }) }
  })
  return {
    path: file.path,
    in: edgesTo(asking, file.path).map(incomingOf),
    out,
    anchors: [...(file.facts?.anchors ?? [])],
    complete: file.facts?.complete ?? true
  }
}

const isMendable = (state: LinkState) => state === 'case' || state === 'old' || state === 'broken'

export const incomingOf = ({ from, link }: Edge) => ({
  path: from.path,
  title: titleOf(from),
  ...placeOf(link)
})

export const placeOf = ({ n, line, column, value, kind }: FoundLink) => ({
  n,
  line,
  column,
  written: value,
  kind
})

export const titleOf = (file: KnownFile | undefined): string => file?.facts?.title ?? ''

/** Whether a path is one of a site: its organization and name go before. */
export const isInSite = (path: ContentPath, site: ContentPath): boolean =>
  segmentsOf(path).length > 2 && siteOf(path) === site
