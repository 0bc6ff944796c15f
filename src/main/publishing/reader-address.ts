import { prefixOf } from '../../common/api/endpoints'
import { GalleyError } from '../../common/errors'
import type { Environment } from '../../common/publishing/environments'
import { environmentOf } from '../../common/publishing/environments'
import { nameIn } from './address-name'

/** `/{delivery|sites}/{environment}/{org}/{site}{rest}`, as it was sent: nothing is decoded yet (N5). */
export interface ReaderAddress {
  readonly environment: Environment
  /** `/org/site`, percent-encoded. */
  readonly site: string
  /** Decoded, for the rights of site tokens. */
  readonly place: readonly [org: string, site: string]
  /** Empty, or with a slash in front. */
  readonly rest: string
}

/** @throws GalleyError not-found for another environment (F6), bad-path */
export function readerAddress(pathname: string): ReaderAddress {
  const [, , environmentText, org, site] = pathname.split('/', 5)
  const environment = environmentOf(environmentText)
  if (environment === null) {
    throw new GalleyError('not-found', 'There is no such environment. It is “live” or “preview”.')
  }
  if (!org || !site)
    throw new GalleyError('not-found', 'The address names an organization and a site: …/{org}/{site}/…')
  const place = [nameIn(org), nameIn(site)] as const
  if (place.some((name) => name.startsWith('.'))) throw new GalleyError('not-found', 'There is no such site.')
  const head = pathname.split('/', 5).join('/').length
  return { environment, site: `/${org}/${site}`, place, rest: pathname.slice(head) }
}

/** What goes before every path of a site. @param site `/org/site`, percent-encoded */
export const siteBase = (environment: Environment, site: string): string =>
  `${prefixOf('readSite')}${environment}${site}`
