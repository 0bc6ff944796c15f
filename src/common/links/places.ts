import type { ContentPath } from '../content/paths'
import { nameOf, segmentsOf, splitName } from '../content/paths'
import { kindOf } from '../formats/files'
import { siteSheetFiles } from '../publishing/site-sheet'
import { htmlPlaces } from './html-places'
import { jsonPlaces } from './json-places'
import type { LinkPlace } from './place'

/** What is beyond is left out, and said to be. */
export const MOST_LINKS = 20_000

/**
 * The addresses of a document in the order of its source; `[]` for what is no page and no JSON.
 * @throws GalleyError too-large · too-complex
 */
export function placesIn(path: ContentPath, text: string): LinkPlace[] {
  const kind = kindOf(splitName(nameOf(path)).ext)
  if (kind === 'html') return htmlPlaces(text)
  return kind === 'json' ? jsonPlaces(text, isRedirectSheet(path) ? 'redirects' : 'data') : []
}

/** Whether it is the file that sends readers of its site elsewhere. */
export const isRedirectSheet = (path: ContentPath): boolean =>
  segmentsOf(path).length === 3 && nameOf(path) === siteSheetFiles.redirects
