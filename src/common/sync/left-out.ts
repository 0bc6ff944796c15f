import { hasVersions } from '../formats/files'
import { splitName } from '../content/paths'
import { isBelowAny, syncKey } from './trees'

/** What of a pair is left where it is: nothing of it is sent, received or deleted (Y33). */
export interface LeftOut {
  /** Paths below the pair's root: `/media`. */
  readonly folders: readonly string[]
  /** Everything that is no page and no JSON. */
  readonly media: boolean
}

/** Whether a file, by its path below the root, is left out. */
export function leavesOut(leftOut: LeftOut | undefined): (path: string) => boolean {
  if (!leftOut || (leftOut.folders.length === 0 && !leftOut.media)) return () => false
  const folders = leftOut.folders.map(syncKey)
  return (path) =>
    isBelowAny(syncKey(path), folders) ||
    (leftOut.media && !hasVersions(splitName(path.slice(path.lastIndexOf('/') + 1)).ext))
}
