import { ROOT, segmentsOf, siteOf, type ContentPath } from '../../common/content/paths'
import { baseOf, saidBy, type HostNames, type Said } from '../../common/links/address'
import type { FoundLink } from '../../common/links/facts'
import { keyOf, spellingsIn } from '../../common/links/keys'
import type { Move } from '../../common/links/moved'
import type { World } from '../../common/links/meaning'
import { redirectRows } from '../../common/links/plan'
import type { Redirects } from '../../common/publishing/redirects'
import { takingTurns } from '../system/turns'
import type { KnownFile } from './link-index'
import type { MovedOutside } from './moved-outside'
import { namesOf } from './names'
import { oldAddresses, type OldAddresses } from './old-addresses'

/** A link with the document that it stands in. */
export interface Edge {
  readonly from: KnownFile
  readonly link: FoundLink
  readonly said: Said
}

/** What is asked about the addresses of one document. */
export interface Surroundings {
  readonly files: Pick<ReadonlyMap<ContentPath, KnownFile>, 'get' | 'has'>
  readonly hosts: HostNames
  /** As nobody is kept from anything. */
  readonly world: World
  /** What was seen moving, the last of it last. */
  readonly moves: readonly Move[]
  /** What another program left behind by moving. */
  readonly old: OldAddresses
  /** Null where an address says nothing of this workspace; `here`: a place in the page itself. */
  saidOf(
    path: ContentPath,
    link: Pick<FoundLink, 'value' | 'relative'>
  ): Said | { readonly here: true; readonly anchor: string | null } | null
  /** Whether a file lies in a folder or below it, of those that count; default: all do. */
  holds(folder: string, isCounted?: (path: ContentPath) => boolean): boolean
  /** The files of a site that are called so, in small letters. */
  called(site: ContentPath, name: string): readonly ContentPath[]
}

/** All links of a workspace, by what they say: whom they reach is asked of the world as it is. */
export interface Graph extends Surroundings {
  readonly files: ReadonlyMap<ContentPath, KnownFile>
  readonly redirects: ReadonlyMap<ContentPath, Redirects>
  linksTo(keys: Iterable<string>): Edge[]
}

/** What the links of a file that lead into this workspace say, by the keys that they are looked for by. */
type KeyedEdges = readonly (readonly [key: string, edge: Edge])[]

/** What was made of the links of files, for one state of the hosts: a file that stays as it is is not read again. */
export interface ReadEdges {
  readonly hosts: HostNames
  readonly edges: WeakMap<KnownFile, KeyedEdges>
}

export const readEdges = (hosts: HostNames): ReadEdges => ({ hosts, edges: new WeakMap() })

/**
 * @param files as the index has them
 * @param before what is known already; what is read now is added to it
 * @returns once every link is known by its key, with turns for others
 */
export async function graphOf(
  files: ReadonlyMap<ContentPath, KnownFile>,
  before: ReadEdges,
  moves: readonly Move[],
  movedOutside: readonly MovedOutside[]
): Promise<Graph> {
  const { hosts } = before
  const byKey = new Map<string, Edge[]>()
  const redirects = new Map<ContentPath, Redirects>()
  const turn = takingTurns()
  const saidOf = sayingAt(hosts)
  for (const from of files.values()) {
    await turn()
    if (from.facts?.redirects != null) redirects.set(siteOf(from.path), redirectRows(from.facts.redirects))
    const own = before.edges.get(from) ?? keyedEdges(from, saidOf)
    before.edges.set(from, own)
    for (const [key, edge] of own) {
      const edges = byKey.get(key)
      if (edges) edges.push(edge)
      else byKey.set(key, [edge])
    }
  }
  const world: World = {
    has: (path) => files.has(path),
    spelled: spellingsIn([...files.keys()].filter((path) => path !== ROOT && segmentsOf(path).length > 2)),
    redirects: (site) => redirects.get(site) ?? none,
    hosts
  }
  const graph = {
    files,
    hosts,
    redirects,
    world,
    moves,
    saidOf,
    ...namesOf(files),
    linksTo: (keys: Iterable<string>) => [...new Set(keys)].flatMap((key) => byKey.get(key) ?? [])
  }
  return { ...graph, old: await oldAddresses(graph, movedOutside) }
}

export const sayingAt =
  (hosts: HostNames): Surroundings['saidOf'] =>
  (path, { value, relative }) =>
    segmentsOf(path).length < 3 ? null : saidBy(value, baseOf(path), hosts, relative)

/** The links of a file that lead into this workspace. */
export const keyedEdges = (from: KnownFile, saidOf: Surroundings['saidOf']): KeyedEdges =>
  (from.facts?.links ?? []).flatMap((link): KeyedEdges => {
    const said = saidOf(from.path, link)
    const key = said && !('here' in said) ? keyOf(said) : null
    return key === null || said === null || 'here' in said ? [] : [[key, { from, link, said }]]
  })

const none: Redirects = new Map()
