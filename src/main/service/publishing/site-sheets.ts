import { LRUCache } from 'lru-cache'
import { bounds, tooLarge } from '../../../common/bounds'
import type { ContentPath } from '../../../common/content/paths'
import { nameOf } from '../../../common/content/paths'
import type { Environment } from '../../../common/publishing/environments'
import type { BulkRules } from '../../../common/publishing/page-metadata'
import type { Redirects } from '../../../common/publishing/redirects'
import type { SiteSheet, SiteSheetKind } from '../../../common/publishing/site-sheet'
import type { PublishedState } from '../../store/published-types'
import type { Store } from '../../store/types'
import type { Workers } from '../../workers'

/** What two published sheets say about all pages of a site. */
export interface SiteSheets {
  of(environment: Environment, site: ContentPath): Promise<SiteRules>
}

export interface SiteRules {
  readonly redirects: Redirects
  /** What `metadata.json` says; `tag` is part of the ETag of each page, `''` when there is none. */
  readonly metadata: { readonly tag: string; readonly rules: BulkRules }
}

/** Reads a site's published `redirects.json` and `metadata.json`, once per content: what was read goes by the content's hash. */
export function openSiteSheets(store: Store, workers: Workers): SiteSheets {
  const known = new LRUCache<string, { readonly sheet: Promise<SiteSheet>; readonly size: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size * IN_MEMORY + 512
  })

  async function sheetOf(kind: SiteSheetKind, state: PublishedState | null): Promise<SiteSheet | null> {
    // published before there was a bound
    if (!state || state.size > bounds.siteSheet.bytes) return null
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
        store.published.get(environment, `${site}/${kind}.json` as ContentPath)
      const redirects = await sheetOf('redirects', await state('redirects'))
      const metadataState = await state('metadata')
      const metadata = await sheetOf('metadata', metadataState)
      return {
        redirects: redirects?.redirects ?? none,
        metadata:
          metadataState && metadata
            ? { tag: `.${metadataState.hash.slice(0, 16)}`, rules: metadata.metadata }
            : noMetadata
      }
    }
  }
}

const MOST_BYTES = 64 * 1024 * 1024
/** A row takes more memory than text. */
const IN_MEMORY = 4

const none: Redirects = new Map()
const noMetadata = { tag: '', rules: { rules: [], exact: new Map(), wild: [] } } as const

const siteOf = (path: ContentPath): string => path.split('/', 3).join('/')

/**
 * Refuses a sheet about all pages that is too large to be read for each of them.
 * @throws GalleyError too-large
 */
export function requireSiteSheet(path: ContentPath, size: number): void {
  const isOne = path.split('/').length === 4 && ['metadata.json', 'redirects.json'].includes(nameOf(path))
  if (!isOne || size <= bounds.siteSheet.bytes) return
  throw tooLarge({
    what: `“${nameOf(path)}”, which is read for every page,`,
    of: 'bytes',
    bound: bounds.siteSheet.bytes,
    found: size,
    where: path
  })
}
