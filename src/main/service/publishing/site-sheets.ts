import type { ContentPath } from '../../../common/content/paths'
import type { Environment } from '../../../common/publishing/environments'
import { redirectsIn, type Redirects } from '../../../common/publishing/redirects'
import { readSheets, type Row } from '../../../common/publishing/sheets'
import type { Store } from '../../store/types'

/** What two published sheets say about all pages of a site. */
export interface SiteSheets {
  of(environment: Environment, site: ContentPath): Promise<SiteRules>
}

export interface SiteRules {
  readonly redirects: Redirects
  /** The rows of `metadata.json`; `tag` is part of the ETag of each page, `''` when there are none. */
  readonly metadata: { readonly tag: string; readonly rows: readonly Row[] }
}

/** Reads a site's published `redirects.json` and `metadata.json`. What was read of a text is remembered by the text's hash. */
export function openSiteSheets(store: Store): SiteSheets {
  const rowsByHash = new Map<string, readonly Row[]>()
  const redirectsByHash = new Map<string, Redirects>()

  async function rowsOf(hash: string, path: ContentPath): Promise<readonly Row[]> {
    const known = rowsByHash.get(hash)
    if (known) return known
    const bytes = await store.published.read(hash, path)
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return remember(rowsByHash, hash, readSheets(value)?.sheets[0]?.rows ?? [])
  }

  return {
    async of(environment, site) {
      const [redirectPath, metadataPath] = [
        `${site}/redirects.json`,
        `${site}/metadata.json`
      ] as ContentPath[]
      const redirectState = redirectPath && (await store.published.get(environment, redirectPath))
      const metadataState = metadataPath && (await store.published.get(environment, metadataPath))
      const redirects = redirectState
        ? (redirectsByHash.get(redirectState.hash) ??
          remember(
            redirectsByHash,
            redirectState.hash,
            redirectsIn(await rowsOf(redirectState.hash, redirectState.path))
          ))
        : none
      return {
        redirects,
        metadata: metadataState
          ? {
              tag: `.${metadataState.hash.slice(0, 16)}`,
              rows: await rowsOf(metadataState.hash, metadataState.path)
            }
          : { tag: '', rows: [] }
      }
    }
  }
}

const none: Redirects = new Map()
const MOST = 200

function remember<T>(known: Map<string, T>, hash: string, value: T): T {
  if (known.size >= MOST) known.clear()
  known.set(hash, value)
  return value
}
