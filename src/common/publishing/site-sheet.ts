import { parseJson } from '../json'
import { readCustomHead, type CustomElement } from './custom-head'
import { bulkRules, type BulkRules } from './page-metadata'
import { redirectsIn, type Redirects } from './redirects'
import { headerRules } from './response-headers'
import { readSheets } from './sheets'

/** The files in a site's root that say something about all its pages. */
export const siteSheetFiles = {
  metadata: 'metadata.json',
  redirects: 'redirects.json',
  headers: 'headers.json',
  head: 'head.html'
} as const

export type SiteSheetKind = keyof typeof siteSheetFiles

export interface SiteSheet {
  readonly metadata: BulkRules
  readonly redirects: Redirects
  readonly headers: BulkRules
  readonly head: readonly CustomElement[]
}

/**
 * What the first sheet of such a file says, or the file of the custom head; what is none of them says
 * nothing.
 */
export function readSiteSheet(kind: SiteSheetKind, bytes: Uint8Array): SiteSheet {
  const text = new TextDecoder().decode(bytes)
  const rows = kind === 'head' ? [] : (readSheets(parseJson(text))?.sheets[0]?.rows ?? [])
  return {
    metadata: bulkRules(kind === 'metadata' ? rows : []),
    redirects: redirectsIn(kind === 'redirects' ? rows : []),
    headers: headerRules(kind === 'headers' ? rows : []),
    head: kind === 'head' ? (readCustomHead(text) ?? []) : []
  }
}
