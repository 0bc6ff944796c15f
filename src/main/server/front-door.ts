import { endpoints } from '../../common/api/endpoints'
import { urlOf } from '../../common/api/url'
import type { Service } from '../service'
import type { BrowserSessions } from './browser-sessions'
import { isSessionLink } from './browser-sessions'
import { hintFor } from './caller-hint'
import { linkOverPage, noInterfacePage, notFound, signedInPage, signInPage } from './pages'
import { signInScript } from './sign-in-script'
import { staticFiles } from '../http/static-files'

interface FrontDoorParts {
  readonly service: Service
  /** Null: nobody signs in here. */
  readonly sessions: BrowserSessions | null
  /** Origins of our own pages. */
  readonly origins: ReadonlySet<string>
  readonly uiFolder: string | undefined
}

/**
 * Sends each request where it belongs: the service, the one-time link, or the files of the user interface.
 */
export function createFrontDoor(
  parts: FrontDoorParts
): (request: Request, host: string) => Promise<Response> {
  const { service, sessions, origins } = parts
  const files = parts.uiFolder === undefined ? null : staticFiles(parts.uiFolder)

  return async (request, host) => {
    const { pathname } = new URL(request.url)
    if (isServicePath(pathname)) return serve(request, host, pathname)
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(request)
    if (pathname === signInScript.path) return signInScript.answer()
    if (sessions && isSessionLink(pathname)) return signIn(sessions, request, pathname, host)
    if (!files) return pathname === '/' ? noInterfacePage() : notFound(request)
    if (pathname === '/' && !(await sessions?.of(request.headers, host))) return signInPage()
    return (await files(request)) ?? notFound(request)
  }

  async function serve(request: Request, host: string, pathname: string): Promise<Response> {
    const answer = await service.fetch(request, await hintFor(request, host, sessions, origins))
    // who signs out leaves nothing behind
    if (sessions && answer.ok && signsOut(request.method, pathname))
      answer.headers.append('Set-Cookie', sessions.clear)
    return answer
  }

  async function signIn(
    book: BrowserSessions,
    request: Request,
    pathname: string,
    host: string
  ): Promise<Response> {
    if (request.method !== 'GET') return linkOverPage(await book.look(pathname))
    const opened = await book.open(pathname, host)
    if (opened.state === 'good') {
      service.signedIn?.()
      return signedInPage(opened)
    }
    return linkOverPage(opened.state, (await book.of(request.headers, host)) !== null)
  }
}

const signsOut = (method: string, pathname: string) =>
  (method === 'DELETE' && pathname === urlOf('signOut', {})) ||
  (method === 'POST' && pathname === urlOf('logout', {}))

/**
 * First segments of every address that the service answers; all others belong to the user interface's files.
 */
const prefixes = new Set(Object.values(endpoints).map((endpoint) => /\/([^/{]*)/.exec(endpoint)?.[1]))

const isServicePath = (pathname: string): boolean => prefixes.has(pathname.split('/', 2)[1])
