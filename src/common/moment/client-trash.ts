import { contentPath, isInClientTrash, type ContentPath } from '../content/paths'
import type { Placed } from './file-history'

/** Where a file was before a client moved it into the dot folder `.trash` of its site, as that deletes (S4). */
interface Before {
  readonly path: ContentPath
  /** Null where that is not known. */
  readonly deleted: Placed | null
}

/**
 * @param lies where it lies now, in that folder
 * @param places everywhere it came to, oldest first
 */
export function beforeClientTrash(lies: ContentPath, places: readonly Placed[]): Before {
  // of a file that never lay elsewhere: its path, as if the folder were not there
  let path = contentPath(lies.replace('/.trash/', '/'))
  let deleted: Placed | null = null
  for (const place of places) {
    if (isInClientTrash(place.path)) deleted = place
    else path = place.path
  }
  return { path, deleted }
}
