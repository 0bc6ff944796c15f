import { pageKey } from '../../common/api/page-key'
import { LINK_PREFIX, linkPathOf, type LinkOutcome, type Links } from '../callers/sessions/links'
import { hashOfSecret } from '../callers/sessions/secret'
import type { SessionBook } from '../callers/sessions/session-book'
import type { SessionRecord, SignedIn } from '../callers/sessions/session-record'
import type { SessionCookie } from './session-cookie'

/** Browsers at one listener (A5): links that work once, and the sessions that they begin. */
export interface BrowserSessions {
  /**
   * Opens the link of a path. The secrets of a good one go to the browser that opened it, and to nobody else.
   */
  open(pathname: string, host: string): Promise<OpenedLink>
  /** What would come of a link, without using it. */
  look(pathname: string): Promise<LinkOutcome['state']>
  /**
   * The session that a request's cookie carries, if it came to the host that it was opened at: of several the
   * one that its page belongs to.
   */
  of(headers: Headers, host: string): Promise<OpenSession | null>
  /** The session of a hash, if it goes on. */
  named(hash: string): Promise<Pick<OpenSession, 'session' | 'isOpen'> | null>
  /** Takes the cookie away. */
  readonly clear: string
  /** Makes a new link for the owner, and tells it. */
  notifyLink(): Promise<void>
}

type OpenedLink =
  | { readonly state: 'good'; readonly cookie: string; readonly pageKey: string }
  | { readonly state: 'used' | 'too-old' | 'unknown' }

interface OpenSession {
  readonly session: SessionRecord
  /** Whether the request also carries what only pages of this origin know. */
  readonly fromPage: boolean
  isOpen(): Promise<boolean>
  use(): void
}

interface BrowserSessionParts {
  readonly book: SessionBook
  readonly links: Links
  readonly cookie: SessionCookie
  readonly onLink: (path: string) => void
}

export function browserSessions({ book, links, cookie, onLink }: BrowserSessionParts): BrowserSessions {
  let told = ''

  async function notifyLink(): Promise<void> {
    const { code } = await links.make({ owner: true } satisfies SignedIn)
    told = code
    onLink(linkPathOf(code))
  }

  return {
    notifyLink,
    clear: cookie.clear(),
    async open(pathname, host) {
      const code = codeIn(pathname)
      const outcome = await links.use(code)
      // whoever sits at the terminal finds a link there that works
      if (code === told) await notifyLink()
      if (outcome.state !== 'good') return outcome
      const { cookie: value, page } = await book.start(outcome.who, host)
      return { state: 'good', cookie: cookie.set(value), pageKey: page }
    },
    look: async (pathname) => (await links.look(codeIn(pathname))).state,
    async of(headers, host) {
      const key = headers.get(pageKey.header)
      const keyHash = key === null ? null : hashOfSecret(key)
      let found: OpenSession | null = null
      for (const value of cookie.valuesIn(headers.get('Cookie')).slice(0, MOST_COOKIES)) {
        const session = await book.find(value, host)
        if (!session || (found && session.pageHash !== keyHash)) continue
        found = {
          session,
          fromPage: session.pageHash === keyHash,
          isOpen: () => book.isOpen(session),
          use: () => book.use(session)
        }
        if (found.fromPage) break
      }
      return found
    },
    async named(hash) {
      const session = await book.named(hash)
      return session && { session, isOpen: () => book.isOpen(session) }
    }
  }
}

/** More than this of one name is no browser's doing. */
const MOST_COOKIES = 5

export const isSessionLink = (pathname: string) => pathname.startsWith(LINK_PREFIX)

const codeIn = (pathname: string) => pathname.slice(LINK_PREFIX.length)
