import { contentPath, nameOf, segmentsOf, type ContentPath } from '../../common/content/paths'
import type { OrgPermissions } from '../../common/permissions/org-permissions'
import { reachOf, type Reach, type World } from '../../common/links/meaning'
import type { Said } from '../../common/links/address'
import type { LinkState } from '../../common/links/answers'
import type { FoundLink } from '../../common/links/facts'
import type { Access } from '../permissions/access'
import type { Graph, Surroundings } from './graph'
import type { KnownFile } from './link-index'

/** What the links of a workspace are for one caller: of an edge both ends must be theirs to read (P7). */
export interface Asking<Around extends Surroundings = Graph> {
  readonly graph: Around
  readonly world: World
  may(action: 'read' | 'write', path: ContentPath): boolean
  /** How an address of a document stands. */
  stateOf(from: KnownFile, link: FoundLink): Standing
}

export interface Standing {
  readonly state: LinkState
  readonly to: ContentPath | null
  readonly said: Said | null
}

/** @returns what is told to this caller: what they may not read is not there, and that is not said either */
export async function askingFor<Around extends Surroundings>(
  graph: Around,
  orgs: readonly ContentPath[],
  access: Access
): Promise<Asking<Around>> {
  const rights = new Map<string, OrgPermissions>()
  if (!access.unrestricted) for (const org of orgs) rights.set(nameOf(org), await access.at(org))
  const judged = new Map<ContentPath, boolean>()
  const may: Asking['may'] = (action, path) => {
    if (access.unrestricted) return true
    const rightsThere = rights.get(segmentsOf(path)[0] ?? '')
    if (action === 'write') return rightsThere?.may('write', path) ?? false
    const known = judged.get(path)
    if (known !== undefined) return known
    const found = rightsThere?.may('read', path) ?? false
    judged.set(path, found)
    return found
  }
  const { world: whole } = graph
  const world: World = access.unrestricted
    ? whole
    : {
        ...whole,
        has: (path) => whole.has(path) && may('read', path),
        spelled: (path) => {
          const found = whole.spelled?.(path) ?? null
          return found !== null && may('read', found) ? found : null
        },
        redirects: (site) =>
          may('read', contentPath(`${site}/redirects.json`)) ? whole.redirects(site) : none
      }

  const isReadable = (path: ContentPath) => may('read', path)

  return {
    graph,
    world,
    may,
    stateOf(from, link) {
      const said = graph.saidOf(from.path, link)
      const moved = graph.old.get(from.path)?.get(link.n)
      if (said !== null && !('here' in said) && moved !== undefined && may('read', moved))
        return { state: 'old', to: moved, said }
      if (said === null) return { state: 'elsewhere', to: null, said: null }
      if ('here' in said)
        return { state: hasAnchor(from, said.anchor) ? 'ok' : 'anchor', to: from.path, said: null }
      const reach = reachOf(said, world)
      const found = standing(reach, said)
      return link.kind === 'text' && found.state === 'broken' && !isLikely(said)
        ? { state: 'elsewhere', to: null, said: null }
        : { ...found, said }
    }
  }

  /** Data may hold words that look like a path and are none: one names a file, or lies in a folder that is there. */
  function isLikely({ form, pathname, site }: Said): boolean {
    if (form === 'host' || /\.[a-z0-9]{2,5}$/i.test(pathname)) return true
    const below = pathname.slice(0, pathname.replace(/\/$/, '').lastIndexOf('/'))
    if (below === '' || pathname.includes('*')) return false
    const folder = `${site}${decoded(below)}`
    return graph.holds(folder) && (access.unrestricted || graph.holds(folder, isReadable))
  }

  function standing(reach: Reach, said: Said): Omit<Standing, 'said'> {
    if (reach.kind === 'away') return { state: 'elsewhere', to: null }
    if (reach.kind === 'loop') return { state: 'loop', to: null }
    if (reach.kind === 'missing')
      return { state: reach.files.every((file) => may('read', file)) ? 'broken' : 'unknown', to: null }
    if (reach.spelled) return { state: 'case', to: reach.path }
    const target = graph.files.get(reach.path)
    return { state: target && !hasAnchor(target, said.anchor) ? 'anchor' : 'ok', to: reach.path }
  }
}

/** Of what has no places that are known, any may be one. `#top` is the top, and `:~:text` words. */
const hasAnchor = ({ facts, path }: KnownFile, anchor: string | null): boolean =>
  anchor === null ||
  anchor === '' ||
  anchor.toLowerCase() === 'top' ||
  anchor.includes(':~:') ||
  facts === null ||
  !path.endsWith('.html') ||
  facts.anchors.some((one) => one.normalize('NFC') === anchor)

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname).normalize('NFC')
  } catch {
    return pathname
  }
}

const none = new Map<string, string>()
