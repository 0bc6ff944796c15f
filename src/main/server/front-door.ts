import { isServicePath } from '../../common/api/routes'
import type { Service } from '../service/types'
import type { BrowserSessions } from './browser-sessions'
import { isSessionLink } from './browser-sessions'
import { hintFor } from './caller-hint'
import { noInterfacePage, notFound, signedInPage, signInPage } from './pages'
import { staticFiles } from './static-files'

export interface FrontDoorParts {
  readonly service: Service
  readonly sessions: BrowserSessions
  /** Origins of our own pages. */
  readonly origins: ReadonlySet<string>
  readonly uiFolder: string | undefined
  readonly onLinkUsed: () => void
}

/** Sends each request where it belongs: the service, the one-time link, or the files of the user interface. */
export function createFrontDoor(parts: FrontDoorParts): (request: Request) => Promise<Response> {
  const { service, sessions, origins } = parts
  const files = parts.uiFolder === undefined ? null : staticFiles(parts.uiFolder)

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (isServicePath(pathname)) return service.fetch(request, hintFor(request, sessions, origins))
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(request)
    const signedIn = sessions.isOpen(request.headers.get('Cookie'))
    if (isSessionLink(pathname)) return signIn(pathname, request.method, signedIn)
    if (!files) return pathname === '/' ? noInterfacePage() : notFound(request)
    if (pathname === '/' && !signedIn) return signInPage()
    return (await files(request)) ?? notFound(request)
  }

  async function signIn(pathname: string, method: string, signedIn: boolean): Promise<Response> {
    const cookie = method === 'GET' ? await sessions.open(pathname) : null
    if (cookie === null && !signedIn) return signInPage()
    if (cookie !== null) parts.onLinkUsed()
    return signedInPage(cookie)
  }
}
