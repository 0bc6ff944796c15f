import { GalleyError } from './errors'

/**
 * Where the code of a site lies, its styles, scripts and blocks: in a folder of this computer, or at an
 * address.
 */
export type SiteCode =
  | { readonly kind: 'folder'; readonly folder: string }
  /** Without a slash at its end. */
  | { readonly kind: 'address'; readonly address: string }

/** What a site is shown of with its own code (E23): the text as it is written, or what is published. */
export const looks = ['draft', 'preview', 'live'] as const
export type Look = (typeof looks)[number]

/** The code of a site, as this computer knows it. */
export interface SiteCodeState {
  readonly code: SiteCode | null
  /** Where the site is shown with it; null without code, and in a workspace that is not trusted. */
  readonly origins: Readonly<Record<Look, string>> | null
  /** The workspace is not trusted (T1): nothing of it runs. */
  readonly isHeld: boolean
}

/** What a shown page says to the window around it. */
export type SiteMessage =
  | { readonly kind: 'at'; readonly path: string }
  | { readonly kind: 'scroll'; readonly path: string; readonly y: number }
  /** A link was followed that leads out of the site. */
  | { readonly kind: 'leave'; readonly address: string }

/** Its scheme: an origin of its own for each site and look, and none of the app's. */
export const SITE_SCHEME = 'galley-site'

/** @throws GalleyError bad-request for what no code can be fetched from */
export function codeAddress(text: string): string {
  const wrong = (message: string) => new GalleyError('bad-request', message, { where: 'address' })
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    throw wrong('An address begins with https:// or http://.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong('An address begins with https:// or http://.')
  if (url.username !== '' || url.password !== '')
    throw wrong('Leave the name and password out of the address.')
  if (url.search !== '' || url.hash !== '')
    throw wrong('Leave what follows the “?” or “#” out of the address.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
