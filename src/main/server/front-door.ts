import { servicePrefixes } from '../../common/api/service-prefixes'
import { urlOf } from '../../common/api/url'
import type { Heard } from '../callers/heard'
import type { Service } from '../service'
import type { BrowserSessions } from './browser-sessions'
import { isSessionLink } from './browser-sessions'
import { hintFor, hintOf } from './caller-hint'
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
  /** `''`, or the path below which people reach all of it. */
  readonly basePath: string
}

/** How a request came. */
interface Came {
  /** As it names it; which hosts count was checked before. */
  readonly host: string
  readonly heard: Heard
  /** The session that another node has judged it to speak for (TM3), by its hash, or `''`; null: none has. */
  readonly handedOn: string | null
}

/**
 * Sends each request where it belongs: the service, the one-time link, or the files of the user interface.
 */
export function createFrontDoor(parts: FrontDoorParts): (request: Request, came: Came) => Promise<Response> {
  const { service, sessions, origins, basePath } = parts
  const files = parts.uiFolder === undefined ? null : staticFiles(parts.uiFolder)

  return async (request, came) => {
    const { host } = came
    const { pathname } = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (sessions && reads && isSessionLink(pathname)) return signIn(sessions, request, pathname, host)
    if (isServicePath(pathname)) return serve(request, came)
    if (!reads) return notFound(request, basePath)
    if (pathname === signInScript.path) return signInScript.answer(basePath)
    if (!files) return pathname === '/' ? noInterfacePage() : notFound(request, basePath)
    if (pathname === '/' && !(await sessions?.of(request.headers, host))) return signInPage()
    return (await files(request)) ?? notFound(request, basePath)
  }

  async function serve(request: Request, { host, heard, handedOn }: Came): Promise<Response> {
    const { pathname } = new URL(request.url)
    const hint =
      handedOn === null ? await hintFor(request, host, sessions, origins) : await hintOf(handedOn, sessions)
    const answer = await service.fetch(request, hint, heard)
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
      return signedInPage(opened, basePath)
    }
    return linkOverPage(opened.state, (await book.of(request.headers, host)) !== null ? basePath : null)
  }
}

const signsOut = (method: string, pathname: string) =>
  (method === 'DELETE' && pathname === urlOf('signOut', {})) ||
  (method === 'POST' && pathname === urlOf('logout', {}))

const isServicePath = (pathname: string): boolean => servicePrefixes.has(pathname.split('/', 2)[1] ?? '')
