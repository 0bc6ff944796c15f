import { contentPath, isWithinAny, segmentsOf, siteOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { LinkFacts } from '../../common/links/facts'
import type { LinkPlanAnswer, MovedOutsideAnswer } from '../../common/links/answers'
import { movedBy, type Move } from '../../common/links/moved'
import type { LinkAsk } from '../../common/search/filters'
import { withRedirects } from '../../common/publishing/redirects-csv'
import { siteSheetFiles } from '../../common/publishing/site-sheet'
import { personOf } from '../callers/people'
import type { EventHub } from '../events/event-hub'
import type { Running } from '../events/long-work'
import type { Known } from '../http/asked'
import type { OrgRules } from '../permissions/org-rules'
import type { Edit, Route, Store } from '../store/types'
import type { Workers } from '../workers'
import { askingFor, type Asking } from './asking'
import { openChanges, type Changes } from './changes'
import { aroundByRows } from './around'
import { openBatches } from './batches'
import { aroundIn, edgesTo, incomingOf, type AroundDocument } from './document-links'
import { openGathering } from './gathering'
import { linkTestFor } from './link-test'
import { graphOf, readEdges, type Graph, type ReadEdges } from './graph'
import { openLinkIndex, type LinksKept } from './link-index'
import { openMovesOutside } from './moves-outside'
import { toldMoves } from './told-moves'
import { changedRights, openNaming } from './naming'
import { offeredRedirects, plannedMove, type CarriedPlan } from './planning'
import { openSiteHosts, placesIn } from './site-hosts'

interface LinksParts {
  readonly store: Store
  readonly kept: LinksKept | null
  readonly workers: Workers
  readonly events: EventHub
  readonly rulesOf: OrgRules
  readonly origin: string | undefined
  readonly report: (error: unknown) => void
  /** What goes along with a page, and how its own addresses change for it (VE10). */
  readonly alongWith: (
    asked: Known,
    route: Route
  ) => Promise<{ readonly along: readonly Route[]; readonly edits: readonly Edit[] }>
}

/** How a move is to treat links. */
interface FollowOptions {
  readonly overwrite: boolean
  /** The plan that was looked at: another one is refused. */
  readonly plan: string | null
  readonly except: ReadonlySet<string>
  /** Whether rows are added that lead readers of what is published to the new place. */
  readonly redirects: boolean
}

interface Followed {
  readonly change: string
  readonly links: number
}

type LinkTest = (asked: Known, ask: LinkAsk) => Promise<(path: string) => boolean>

/** Who links to whom in the workspace, and what a move means for that. */
export interface Links {
  readonly changes: Changes
  /** All links, of what the caller may read. */
  asking(asked: Known): Promise<Asking>
  /** Those of one document; null where there is no such file. */
  around(asked: Known, path: ContentPath): Promise<AroundDocument | null>
  plan(asked: Known, moves: readonly Move[]): Promise<LinkPlanAnswer>
  planRemoval(asked: Known, paths: readonly ContentPath[]): Promise<LinkPlanAnswer>
  /**
   * Moves with everything that links (LK2, LK4): all or nothing.
   * @throws precondition-failed when the plan is not what was looked at any more · as `Store.change`
   */
  move(asked: Known, moves: readonly Move[], options: FollowOptions, running: Running): Promise<Followed>
  /** What other programs moved, of what the caller may read at both ends (LK12). */
  moved(asked: Known): Promise<MovedOutsideAnswer[]>
  /** Whether a file has such links (FI12). */
  test: LinkTest
  close(): Promise<void>
}

export function openLinks(parts: LinksParts): Links {
  const { store, kept, rulesOf, alongWith } = parts
  const index = openLinkIndex(parts)
  const outside = openMovesOutside(store, parts.events, parts.report)
  const hostsOf = openSiteHosts(store, parts.origin)
  const namingOf = openNaming(store)
  const changes = openChanges(store)
  const readBatches = openBatches(store, parts.workers)
  let read: { readonly names: string; readonly edges: ReadEdges } | null = null
  let last: { readonly key: string; readonly graph: Promise<Graph> } | null = null

  async function asking(asked: Known): Promise<Asking> {
    const files = await index.now(asked.request.signal)
    const { orgs, sites } = await placesIn(store)
    const hosts = await hostsOf(sites, asked.request.url)
    const names = JSON.stringify([[...hosts.sites], [...hosts.own]])
    if (read?.names !== names) read = { names, edges: readEdges(hosts) }
    const movedOutside = await outside.now()
    const key = `${index.stamp()} ${outside.stamp()} ${names}`
    if (last?.key !== key)
      last = { key, graph: graphOf(new Map(files), read.edges, index.traces(), movedOutside) }
    return askingFor(await last.graph, orgs, asked.access)
  }

  /** By rows where the store keeps them: what other programs moved is known of all documents alone. */
  async function around(asked: Known, path: ContentPath): Promise<AroundDocument | null> {
    const { signal, url } = asked.request
    await store.heard()
    const rows = (await outside.now()).length === 0 ? await kept?.linkRows(signal) : null
    if (!rows) return aroundIn(await asking(asked), path)
    const { orgs, sites } = await placesIn(store)
    const gathering = openGathering({
      rows,
      hosts: await hostsOf(sites, url),
      moves: index.traces(),
      read: readOne
    })
    return aroundByRows(
      { gathering, rows, asking: await askingFor(gathering.around, orgs, asked.access) },
      path
    )
  }

  async function readOne(path: ContentPath): Promise<LinkFacts | null> {
    for await (const one of readBatches([path], undefined)) return 'gone' in one ? null : one.facts
    return null
  }

  async function carried(asked: Known, moves: readonly Move[], except?: ReadonlySet<string>) {
    const now = await asking(asked)
    const along: Route[] = []
    const prepared = new Map<ContentPath, Uint8Array>()
    for (const move of moves) {
      const found = await alongWith(asked, move)
      along.push(...found.along)
      for (const edit of found.edits) prepared.set(edit.path, edit.to)
    }
    const all = [...moves, ...along]
    const planned = await plannedMove(now, store, { moves: all, prepared, ...(except && { except }) })
    return { now, all, planned }
  }

  return {
    changes,
    asking,
    around,
    async plan(asked, moves) {
      const { now, all, planned } = await carried(asked, moves)
      return {
        ...planned.answer,
        redirects: await offeredRedirects(now, store, all),
        naming: await namingOf(asked.access, moves),
        rights: await changedRights(asked.access, rulesOf, moves),
        from: []
      }
    },
    async planRemoval(asked, paths) {
      const now = await asking(asked)
      const places = new Set(paths)
      const isGoing = (path: ContentPath) => isWithinAny(path, places)
      const going = [...now.graph.files.keys()]
        .filter((path) => isGoing(path) && now.may('read', path))
        .sort()
      const from = going.flatMap((path) => edgesTo(now, path).filter((edge) => !isGoing(edge.from.path)))
      return {
        plan: '',
        files: [],
        cannot: [],
        redirects: [],
        naming: [],
        rights: [],
        from: from.slice(0, MOST_TOLD).map(incomingOf)
      }
    },
    async move(asked, moves, { overwrite, plan, except, redirects }, running) {
      for (let left = 3; ; left -= 1)
        try {
          if (plan !== null && (await carried(asked, moves)).planned.answer.plan !== plan) throw stale()
          const { now, all, planned } = await carried(asked, moves, except)
          const rows = redirects ? await offeredRedirects(now, store, all) : []
          const added = await withRows(
            store,
            planned,
            rows,
            siteOf(moves[0]?.from ?? contentPath('/')),
            movedBy(all)
          )
          const by = personOf(asked.caller)
          const id = await changes.make(asked.content, {
            what: 'move',
            edits: added.edits,
            moves: all,
            links: planned.links,
            by,
            overwrite,
            signal: running.signal
          })
          if (added.sheet) await asked.content.write(added.sheet.path, added.sheet.bytes, { by })
          return { change: id, links: planned.links }
        } catch (error) {
          const isChanged = error instanceof GalleyError && error.reason === 'precondition-failed'
          if (!isChanged || plan !== null || left === 0) throw error
        }
    },
    moved: async ({ access }) => toldMoves(store, await outside.now(), access),
    test: async (asked, ask) => linkTestFor(await asking(asked), ask),
    async close() {
      index.close()
      await outside.close()
    }
  }
}

const MOST_TOLD = 1000

const stale = () =>
  new GalleyError(
    'precondition-failed',
    'Somebody changed what links here since you looked. Nothing was moved. Look again.'
  )

/** The rows for readers go into the site's sheet with the same change; where there is none, one is made after it. */
async function withRows(
  store: Store,
  { edits }: CarriedPlan,
  rows: readonly { readonly source: string; readonly destination: string }[],
  site: ContentPath,
  moved: (path: ContentPath) => ContentPath
): Promise<{ edits: readonly Edit[]; sheet: { path: ContentPath; bytes: Uint8Array } | null }> {
  if (rows.length === 0 || segmentsOf(site).length < 2) return { edits, sheet: null }
  const path = contentPath(`${site}/${siteSheetFiles.redirects}`)
  const planned = edits.find((edit) => edit.path === path)
  const stored = await store.read(path)
  const text = planned ? planned.to : stored?.bytes
  const merged = withRedirects(text === undefined ? null : new TextDecoder().decode(text), rows)
  if (!merged || moved(path) !== path) return { edits, sheet: null }
  const bytes = new TextEncoder().encode(merged.text)
  if (!stored) return { edits, sheet: { path, bytes } }
  return {
    edits: [
      ...edits.filter((edit) => edit.path !== path),
      { path, from: planned?.from ?? stored.entry.hash, to: bytes }
    ],
    sheet: null
  }
}
