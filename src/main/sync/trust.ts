import { mediaTypeOf } from '../../common/content/media-types'
import { splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Answer } from './ask'
import type { Content } from './sides'

/** What a server’s answers have shown of its habits so far, and whether an answer fits to them (Y4). */
export interface Trust {
  /** Notes what an item of a list tells. */
  listed(item: { readonly etag?: string | undefined; readonly size?: number | undefined }): void
  /** Whether an answer with a content may come from something in between that answers instead of the server. */
  doubts(path: string, answer: Answer, askedWith: string | null): boolean
  /** The doubt was unfounded: this server does not tell an ETag each time. */
  calm(): void
  /** @throws GalleyError io-failed when the bytes are not those of the ETag */
  check(path: string, content: Content, etag: string | null): void
}

const HASH = /^(?:W\/)?"([0-9a-f]{64})"$/

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
    check(path, { hash }, etag) {
      const told = tagsAreHashes && etag !== null ? HASH.exec(etag)?.[1] : undefined
      if (told === undefined || told === hash) return
      throw new GalleyError(
        'io-failed',
        'What came is not what the server says that it has: it was cut off or changed on its way. The next sync reads it again.',
        { where: path }
      )
    }
  }
}

/** A web page, as networks show them to who has not signed in yet. */
export const isPage = ({ headers }: Answer): boolean =>
  headers.get('Content-Type')?.toLowerCase().startsWith('text/html') === true

const isPageName = (path: string): boolean =>
  mediaTypeOf(splitName(path.slice(path.lastIndexOf('/') + 1)).ext).startsWith('text/html')
