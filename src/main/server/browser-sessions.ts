import { createHash, randomBytes } from 'node:crypto'
import type { SessionMemory } from './session-memory'

/** Signs the owner's browser in (A5): a link that works once gives a cookie that no script can read. */
export interface BrowserSessions {
  /** The path of the link that works once; a new one after each use. */
  linkPath(): string
  /** For a request to `/session/{code}`: the Set-Cookie header, or null when the code is not (or no longer) good. */
  open(pathname: string): Promise<string | null>
  /** Whether the Cookie header carries a session that is good. */
  isOpen(cookieHeader: string | null): boolean
}

const LINK_PREFIX = '/session/'

/** @param port part of the cookie's name, because cookies are shared by all ports of a host */
export function browserSessions(port: number, memory: SessionMemory): BrowserSessions {
  const cookieName = `galley_session_${port}`
  // sessions are known by their hashes, so a lookup takes the same time whatever part of a guess is right
  let code = secret()
  let codeHash = hashOf(code)

  return {
    linkPath: () => LINK_PREFIX + code,
    async open(pathname) {
      if (!pathname.startsWith(LINK_PREFIX) || hashOf(pathname.slice(LINK_PREFIX.length)) !== codeHash)
        return null
      code = secret()
      codeHash = hashOf(code)
      const session = secret()
      await memory.add(hashOf(session))
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`
    },
    isOpen(cookieHeader) {
      const sent = (cookieHeader ?? '').split(';').map((pair) => pair.trim())
      return sent.some((pair) => {
        const [name, value] = pair.split('=', 2)
        return name === cookieName && value !== undefined && memory.has(hashOf(value))
      })
    }
  }
}

export const isSessionLink = (pathname: string) => pathname.startsWith(LINK_PREFIX)

const secret = () => randomBytes(32).toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
