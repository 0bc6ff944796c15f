import { LRUCache } from 'lru-cache'
import { bounds, tooLarge } from '../../common/bounds'
import type { ContentPath } from '../../common/content/paths'
import { nameOf } from '../../common/content/paths'
import type { Environment } from '../../common/publishing/environments'
import type { BulkRules } from '../../common/publishing/page-metadata'
import type { Redirects } from '../../common/publishing/redirects'
import type { CustomElement } from '../../common/publishing/custom-head'
import { publicHostIn } from '../../common/publishing/public-host'
import { siteSheetFiles, type SiteSheet, type SiteSheetKind } from '../../common/publishing/site-sheet'
import type { PublishedState } from '../store/types'
import { openConfigMeaning } from '../configs/config-meaning'
import type { PublishingParts } from './parts'
import { remembered } from './remembered'

/** What the files in a site's root, and its config, say about all its pages. */
export interface SiteSheets {
  of(environment: Environment, site: ContentPath): Promise<SiteRules>
}

export interface SiteRules {
  readonly redirects: Redirects
  /** What `headers.json` says. */
  readonly headers: BulkRules
  readonly pages: PageRules
}

/** What decides how each page of a site is rendered, besides the page. */
export interface PageRules {
  /** Of all of it; part of the ETag of each page, `''` when there is none. */
  readonly tag: string
  /** What `metadata.json` says. */
  readonly metadata: BulkRules
  /** What `head.html` puts into each head. */
  readonly head: readonly CustomElement[]
  /** The public address, as the site's config names it. */
  readonly host: string | null
}

/**
 * Reads a site's published `redirects.json`, `metadata.json`, `headers.json` and `head.html`, once per
 * content: what was read goes by the content's hash.
 */
export function openSiteSheets({
  store,
  workers,
  events
}: Pick<PublishingParts, 'store' | 'workers' | 'events'>): SiteSheets {
  const known = new LRUCache<string, { readonly sheet: Promise<SiteSheet>; readonly size: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size * IN_MEMORY + 512
  })
  const hostOf = remembered(
    { events },
    openConfigMeaning<string | null>(store, {
      of: ({ sheets }) => publicHostIn(sheets.values()),
      broken: () => null,
      none: null
    })
  )

  async function sheetOf(kind: SiteSheetKind, state: PublishedState | null): Promise<SiteSheet | null> {
    // published before there was a bound
    if (!state || state.size > mostOf(kind)) return null
    const key = `${kind} ${state.hash}`
    const found = known.get(key)
    if (found) return found.sheet
    const { hash, path, size } = state
    const sheet = workers.run(
      'site-sheet',
      { tenant: siteOf(path), bytes: size, urgent: true },
      async () => ({
        kind,
        bytes: await store.published.read(hash, path)
      })
    )
    known.set(key, { sheet, size })
    sheet.catch(() => known.delete(key))
    return sheet
  }

  return {
    async of(environment, site) {
      const state = (kind: SiteSheetKind) =>
        store.published.get(environment, `${site}/${siteSheetFiles[kind]}` as ContentPath)
      const [redirects, metadata, headers, head, host] = await Promise.all([
        state('redirects').then((one) => sheetOf('redirects', one)),
        tagged('metadata', await state('metadata')),
        state('headers').then((one) => sheetOf('headers', one)),
        tagged('head', await state('head')),
        hostOf(site)
      ])
      const tag = metadata.tag + head.tag
      return {
        redirects: redirects?.redirects ?? noRedirects,
        headers: headers?.headers ?? noRules,
        pages: {
          tag: host === null ? tag : `${tag}.${encodeURIComponent(host)}`,
          metadata: metadata.sheet?.metadata ?? noRules,
          head: head.sheet?.head ?? [],
          host
        }
      }
    }
  }

  async function tagged(kind: SiteSheetKind, state: PublishedState | null) {
    const sheet = await sheetOf(kind, state)
    return { sheet, tag: sheet && state ? `.${state.hash.slice(0, 16)}` : '' }
  }
}

const MOST_BYTES = 64 * 1024 * 1024
/** A row takes more memory than text. */
const IN_MEMORY = 4

const noRedirects: Redirects = new Map()
const noRules: BulkRules = { rules: [], exact: new Map(), wild: [] }

const siteOf = (path: ContentPath): string => path.split('/', 3).join('/')

/**
 * Refuses a sheet about all pages that is too large to be read for each of them.
 * @throws GalleyError too-large
 */
export function requireSiteSheet(path: ContentPath, size: number): void {
  const kind = path.split('/').length === 4 ? kindNamed(nameOf(path)) : null
  if (kind === null || size <= mostOf(kind)) return
  throw tooLarge({
    what: `“${nameOf(path)}”, which is read for every page,`,
    of: 'bytes',
    bound: mostOf(kind),
    found: size,
    where: path
  })
}

const kinds: readonly SiteSheetKind[] = ['metadata', 'redirects', 'headers', 'head']

const kindNamed = (name: string): SiteSheetKind | null =>
  kinds.find((kind) => siteSheetFiles[kind] === name) ?? null

const mostOf = (kind: SiteSheetKind): number =>
  kind === 'head' ? bounds.siteSheet.headBytes : bounds.siteSheet.bytes
