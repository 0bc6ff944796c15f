import { hasVersions } from '../../common/formats/files'
import { splitName } from '../../common/content/paths'
import type { Content } from './sides'

/**
 * Media above this travel in pieces, from disk to disk (Y17). Documents are merged, so they are in memory in
 * any case.
 */
export const LARGE = 8 * 1024 * 1024

/** What is no document: never merged, so never needed whole in memory. */
export const isMedia = (path: string): boolean =>
  !hasVersions(splitName(path.slice(path.lastIndexOf('/') + 1)).ext)

export const isLarge = (path: string, size: number): boolean => size > LARGE && isMedia(path)

/**
 * Whether what replaces a content keeps it as a version, so that its bytes need no other copy (V3). Within a
 * session not each save is kept, and nothing of what is empty.
 */
export const staysKept = (path: string, size: number, session: string | undefined): boolean =>
  !isMedia(path) && size > 0 && session === undefined

/** What is in memory. */
export function contentOf(bytes: Uint8Array, hash: string): Content {
  return {
    hash,
    size: bytes.length,
    bytes,
    stream: () => once(bytes),
    drop: () => Promise.resolve()
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  await Promise.resolve()
  yield bytes
}
