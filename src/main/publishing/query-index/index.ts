import type { ContentPath } from '../../../common/content/paths'
import { segmentsOf } from '../../../common/content/paths'
import { DEFINITION_FILE } from '../../../common/query-index'
import { resourcePathOf, siteFolder } from '../../../common/publishing/addresses'
import { siteSheetFiles } from '../../../common/publishing/site-sheet'
import type { PublishingParts } from '../parts'
import type { SiteRules, SiteSheets } from '../site-sheets'
import { openSiteIndex, type MadeIndex, type SiteIndex, type Wanted } from './site-index'
import { indexRecords } from './index-records'
import { indexWork, type IndexWork } from './index-work'

/** The query indices of all sites (U3): kept up to date with what is live, served as sheets. */
export interface QueryIndices {
  of(site: ContentPath): SiteIndex
  /** What is made of a site, after what is under way; null when it has no index. */
  made(site: ContentPath, waitMs: number): Promise<MadeIndex | null | undefined>
  /** Whether a path of a site may be a file of an index, and another process has that. */
  isAtLeader(path: ContentPath): Promise<boolean>
  readonly workOf: (site: ContentPath) => IndexWork
  /** What two sheets say of all live pages of a site. */
  rulesOf(site: ContentPath): Promise<SiteRules>
  close(): Promise<void>
}

export function openQueryIndices(context: PublishingParts, sheets: SiteSheets): QueryIndices {
  const { events, report, store } = context
  const workOf = (site: ContentPath) => indexWork(context.workers, site)
  const sites = new Map<ContentPath, SiteIndex>()
  const dirty = new Map<ContentPath, { paths: Set<ContentPath> | 'all' }>()
  const running = new Set<Promise<unknown>>()
  let closed = false

  const of = (site: ContentPath): SiteIndex => {
    const known = sites.get(site)
    if (known) return known
    const index = openSiteIndex({ context, sheets, work: workOf(site), changed }, site)
    sites.set(site, index)
    return index
  }

  /** Readers, windows and scripts hear of a new index as of any other file that was published. */
  function changed(site: ContentPath, targets: readonly string[]): void {
    for (const target of targets)
      void events.tell({
        type: 'published',
        change: 'published',
        environment: 'live',
        path: `${site}${target}`,
        // a row may be of a page that not everybody may read: who published it is told with that page
        by: { email: 'index' }
      })
  }

  function follow(work: Promise<unknown>): void {
    const one = work.catch((error: unknown) => {
      if (!closed) report(error)
    })
    running.add(one)
    void one.finally(() => running.delete(one))
  }

  /**
   * A site that has no index gets one with its first good definition; later ones wait until somebody
   * publishes or asks.
   */
  function firstDefinition(path: ContentPath): void {
    if (segmentsOf(path).length !== 3) return
    const index = sites.get(siteFolder(path))
    if (index?.made() === null) follow(index.update('all'))
  }

  /** What is published in one go is read in one go. */
  function update(): void {
    for (const [site, { paths }] of dirty) follow(of(site).update(paths))
    dirty.clear()
  }

  const stop = events.subscribe((event) => {
    if (closed || context.leader) return
    if (event.type === 'file' && event.path.endsWith(`/${DEFINITION_FILE}`))
      return firstDefinition(event.path as ContentPath)
    // a config may name another public host
    if (event.type === 'config' && sites.get(event.path as ContentPath)?.made())
      return want(event.path as ContentPath, 'all')
    if (event.type !== 'published' || event.environment !== 'live') return
    const path = event.path as ContentPath
    const site = siteFolder(path)
    const wanted = wantedBy(path, site)
    if (wanted !== null) want(site, wanted)
  })

  function want(site: ContentPath, wanted: ContentPath | 'all'): void {
    const known = dirty.get(site)
    if (!known) {
      if (dirty.size === 0) setImmediate(update)
      dirty.set(site, { paths: wanted === 'all' ? 'all' : new Set([wanted]) })
    } else if (wanted === 'all') known.paths = 'all'
    else if (known.paths !== 'all') known.paths.add(wanted)
  }

  return {
    of,
    workOf,
    rulesOf: (site) => sheets.of('live', site),
    async isAtLeader(path) {
      if (!context.leader) return false
      const site = siteFolder(path)
      const force = await indexRecords(store, site).inForce()
      // while it has none yet, or another one waits, the leader knows best
      if (!force) return hasTrace(site)
      const { definition } = await workOf(site).definition(force.text)
      return definition?.indices.some(({ target }) => target === resourcePathOf(path)) ?? true
    },
    async made(site, waitMs) {
      // what another process has published counts
      await store.heard()
      if (!sites.has(site) && !(await hasTrace(site))) return null
      const index = of(site)
      if (dirty.has(site)) update()
      if (index.made() === undefined) follow(index.update(new Set()))
      await index.settled(waitMs)
      return index.made()
    },
    async close() {
      closed = true
      stop()
      await Promise.all(running)
    }
  }

  /**
   * Whether a site could have an index at all: strangers may ask for any, and nothing is opened for what is
   * not there.
   */
  async function hasTrace(site: ContentPath): Promise<boolean> {
    if (await store.published.any('live', site)) return true
    return (await store.stat(`${site}/${DEFINITION_FILE}` as ContentPath)) !== null
  }
}

/** What a publication asks to look at again; null when it has nothing to do with the index. */
function wantedBy(path: ContentPath, site: ContentPath): ContentPath | 'all' | null {
  const ofAll = [siteSheetFiles.metadata, siteSheetFiles.head, DEFINITION_FILE]
  if (ofAll.some((name) => path === `${site}/${name}`)) return 'all'
  return path.endsWith('.html') ? path : null
}

export type { MadeIndex, SiteIndex, Wanted }
