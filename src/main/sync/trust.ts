import { mediaTypeOf } from '../../common/formats/files'
import { splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Answer } from './ask'
import type { Content } from './sides'

/** What a server’s answers have shown of its habits so far, and whether an answer fits to them (Y4). */
export interface Trust {
  /** Notes what an item of a list tells. */
  listed(item: { readonly etag?: string | undefined; readonly size?: number | undefined }): void
  /**
   * Whether an answer with a content may come from something in between that answers instead of the server.
   */
  doubts(path: string, answer: Answer, askedWith: string | null): boolean
  /** The doubt was unfounded: this server does not tell an ETag each time. */
  calm(): void
  /** Notes an ETag that was told for these bytes. */
  told(content: Content, etag: string | null): void
  /**
   * Whether these can be the bytes that the server has under this ETag: where it is their hash, that says so.
   */
  fits(content: Content, etag: string | null): boolean
}

const HASH = /^(?:W\/)?"([0-9a-f]{64})"$/

/** The sha256 that an ETag may be, as those of a Galley are (S3). */
export const hashIn = (etag: string | null): string | undefined =>
  etag === null ? undefined : HASH.exec(etag)?.[1]

export function createTrust(): Trust {
  let tellsTags = false
  let tagsAreHashes = false
  let isCalm = false
  return {
    listed({ etag, size }) {
      if (etag === undefined) return
      tellsTags = true
      // a Galley: the ETag is the hash of the bytes (S3)
      if (size !== undefined && HASH.test(etag)) tagsAreHashes = true
    },
    doubts(path, answer, askedWith) {
      if (isPage(answer) && !isPageName(path)) return true
      const tag = answer.headers.get('ETag')
      if (tag === null) return !isCalm && (tellsTags || askedWith !== null)
      tellsTags = true
      return false
    },
    calm() {
      isCalm = true
    },
    told({ hash }, etag) {
      if (hashIn(etag) === hash) tagsAreHashes = true
    },
    fits: ({ hash }, etag) => !tagsAreHashes || (hashIn(etag) ?? hash) === hash
  }
}

/** How often an answer is asked for in one run whose body does not arrive as the server has it. */
export const MOST_READS = 3

/** A body that did not once come as the server says that it has it. */
export const alteredHere = (where: string) =>
  new GalleyError(
    'io-failed',
    'What came is not what the server says that it has: it was cut off or changed on its way, three times. Nothing of it was taken; the next sync reads it again.',
    { where }
  )

/** A web page, as networks show them to who has not signed in yet. */
export const isPage = ({ headers }: Answer): boolean =>
  headers.get('Content-Type')?.toLowerCase().startsWith('text/html') === true

const isPageName = (path: string): boolean =>
  mediaTypeOf(splitName(path.slice(path.lastIndexOf('/') + 1)).ext).startsWith('text/html')
