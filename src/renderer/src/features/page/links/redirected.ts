import type { ContentPath } from '../../../../../common/content/paths'
import { webPathOf } from '../../../../../common/publishing/addresses'
import { redirectKey, redirectsIn } from '../../../../../common/publishing/redirects'
import { siteSheetReader } from '../site-sheet'

const redirects = siteSheetReader('redirects', redirectsIn)

/** Told when the redirects of a site are known, or others. */
export const followRedirects = redirects.follow

/**
 * Whether readers who ask for this file are sent elsewhere; asks for the redirects of the site when nobody
 * has.
 */
export const isRedirected = (path: ContentPath): boolean =>
  redirects.of(path)?.has(redirectKey(webPathOf(path))) === true
