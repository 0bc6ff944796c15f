import { net } from 'electron'
import { contentSecurityPolicy, uiHeaders } from '../../common/api/security'
import type { StaticFiles } from '../http/static-files'

const own = ['/src/', '/@', '/node_modules/', '/assets/']

/** The user interface from the development server (`npm run dev`), still under the origin of the app. */
export function devFiles(server: string): StaticFiles {
  const socket = server.replace(/^http/, 'ws')
  const policy = contentSecurityPolicy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${socket}`)
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname !== '/' && !own.some((start) => pathname.startsWith(start))) return null
    const answer = await net.fetch(new URL(pathname + search, server).href, { headers: request.headers })
    const headers = new Headers({ ...uiHeaders, 'Content-Security-Policy': policy })
    const type = answer.headers.get('content-type')
    if (type !== null) headers.set('Content-Type', type)
    return new Response(answer.body, { status: answer.status, headers })
  }
}
