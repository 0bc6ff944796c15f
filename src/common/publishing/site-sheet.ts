import { parseJson } from '../json'
import { bulkRules, type BulkRules } from './page-metadata'
import { redirectsIn, type Redirects } from './redirects'
import { readSheets } from './sheets'

/** The sheets of a site that say something about all its pages. */
export type SiteSheetKind = 'metadata' | 'redirects'

export interface SiteSheet {
  readonly metadata: BulkRules
  readonly redirects: Redirects
}

/** What the first sheet of such a file says; what is no sheet says nothing. */
export function readSiteSheet(kind: SiteSheetKind, bytes: Uint8Array): SiteSheet {
  const rows = readSheets(parseJson(new TextDecoder().decode(bytes)))?.sheets[0]?.rows ?? []
  return {
    metadata: bulkRules(kind === 'metadata' ? rows : []),
    redirects: redirectsIn(kind === 'redirects' ? rows : [])
  }
}
