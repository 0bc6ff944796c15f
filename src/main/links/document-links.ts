import { segmentsOf, siteOf, type ContentPath } from '../../common/content/paths'
import type { DocumentLinks, LinkState } from '../../common/links/answers'
import type { FoundLink } from '../../common/links/facts'
import { keysOf, keysOfSource } from '../../common/links/keys'
import { reachOf } from '../../common/links/meaning'
import type { Asking } from './asking'
import { fixOf } from './fixes'
import type { Edge, Graph, Surroundings } from './graph'
import { isOwnThing, type KnownFile } from './link-index'

/** Both ends of the links of one document, of what a caller may read (P7). */
export interface AroundDocument {
  readonly file: KnownFile
  /** What links to it, without its links to itself: the first of them, by path. */
  into(most: number): Promise<readonly Edge[]>
  /** How its addresses stand, from one of them on, so many at most. */
  out(from: number, most: number): Promise<DocumentLinks['out']>
}

/** Null where there is no such file. */
export function aroundIn(asking: Asking, path: ContentPath): AroundDocument | null {
  const file = asking.graph.files.get(path)
  return file
    ? {
        file,
        into: (most) => Promise.resolve(edgesTo(asking, path).slice(0, most)),
        out: (from, most) => Promise.resolve(outOf(asking, file, from, most))
      }
    : null
}

/** What links to a file, of what this caller may read. A document's links to itself are left out. */
export function edgesTo(asking: Asking, path: ContentPath): Edge[] {
  const { graph } = asking
  return leadingTo(asking, graph.linksTo(keysLeadingTo(graph, path)), path).sort((a, b) =>
    a.from.path < b.from.path ? -1 : a.from.path > b.from.path ? 1 : a.link.n - b.link.n
  )
}

/** Those of some links that lead to a file. */
export const leadingTo = (
  { world, may }: Asking<Surroundings>,
  edges: readonly Edge[],
  path: ContentPath
): Edge[] =>
  edges.filter(({ from, said }) => {
    if (from.path === path || isOwnThing(from.path) || !may('read', from.path)) return false
    const reach = reachOf(said, world)
    return reach.kind === 'document' && reach.path === path
  })

/** The keys that could mean a file, also by redirects. */
function keysLeadingTo(graph: Graph, path: ContentPath): Set<string> {
  const keys = new Set(keysOf(path))
  const site = siteOf(path)
  for (const [source] of graph.redirects.get(site) ?? [])
    for (const key of keysOfSource(site, source)) keys.add(key)
  return keys
}

/** Where addresses of a file lead, how each stands, and what mends it. */
export const outOf = (
  asking: Asking<Surroundings>,
  file: KnownFile,
  from: number,
  most: number
): DocumentLinks['out'] =>
  (file.facts?.links ?? []).slice(from, from + most).map((link) => {
    const standing = asking.stateOf(file, link)
    const { state, to } = standing
    const fix = isMendable(state) ? fixOf(asking, { file, link, standing }) : null
    const title = to === null ? '' : titleOf(asking.graph.files.get(to))
    return { ...placeOf(link), state, to, title, ...(fix && { fix }) }
  })

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
