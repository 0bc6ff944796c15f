import { SITE_SCHEME } from '../../common/site-code'

export const APP_ORIGIN = 'galley://app'

/** What Electron knows of a request before it is sent. */
interface RequestFacts {
  readonly url: string
  /** As Electron names it: `mainFrame`, `subFrame`, `xhr`, `image` … */
  readonly resourceType: string
  /** Serialized origin of the document that asks; null when there is none (yet). */
  readonly frameOrigin: string | null
  /** Whether that document is shown in a frame of another. */
  readonly isFramed: boolean
  /** Origin of the development server, which the page may then talk to. */
  readonly devServer?: string | undefined
}

/**
 * Says which requests of a window are let through. The app's own document may ask the app's own origin; that
 * is all. Documents shown in frames reach nothing, whether their origin is opaque or the app's: neither the
 * service nor the network, and no page of the service can be shown in a frame. A custom scheme is not subject
 * to cross-origin checks, so this is the place that makes them.
 */
export function mayPass(request: RequestFacts): boolean {
  const url = parsed(request.url)
  if (!url) return false
  const isPage = request.resourceType === 'mainFrame' || request.resourceType === 'subFrame'
  if (url.protocol === 'data:') return !isPage
  // a comparison is shown from an address of its own, which only the app's document can have made
  if (url.protocol === 'blob:')
    return !isPage || (request.resourceType === 'subFrame' && request.url.startsWith(`blob:${APP_ORIGIN}/`))
  if (url.protocol === 'devtools:') return true
  if (request.devServer !== undefined && url.host === new URL(request.devServer).host) return true
  if (url.protocol === `${SITE_SCHEME}:`)
    // who leads a frame there is judged before: `mayShowSite`
    return (
      request.resourceType === 'subFrame' ||
      (!isPage && request.frameOrigin === `${SITE_SCHEME}://${url.host}`)
    )
  if (url.protocol !== 'galley:' || url.host !== 'app') return false
  if (request.resourceType === 'mainFrame') return url.pathname === '/'
  if (request.resourceType === 'subFrame') return false
  return request.frameOrigin === APP_ORIGIN && !request.isFramed
}

/**
 * A site with its own code is shown in a frame of the app (E23), goes about there within its origin, and asks
 * nobody else.
 * @param initiator origin of the document that leads a frame to the address
 */
export function mayShowSite(address: string, initiator: string | null): boolean {
  const url = parsed(address)
  if (url?.protocol !== `${SITE_SCHEME}:`) return false
  return initiator === APP_ORIGIN || initiator === `${SITE_SCHEME}://${url.host}`
}

function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
