import { GalleyError } from '../../common/errors'
import { nameIn } from './address-name'

/** `/publish/{topic}/{org}/{site}/{ref}/{rest}`, as it was sent: nothing is decoded yet (N5). */
export interface PublishAddress {
  readonly topic: string
  /** `/org/site`, percent-encoded. */
  readonly site: string
  /** Decoded, for the rights of admin tokens. */
  readonly place: readonly [org: string, site: string]
  readonly ref: string
  /** Empty, or with a slash in front. */
  readonly rest: string
}

/** @throws GalleyError not-found, bad-path */
export function publishAddress(pathname: string): PublishAddress {
  const match = /^\/publish\/([a-z]+)\/([^/]+)\/([^/]+)\/([^/]+)(\/.*)?$/s.exec(pathname)
  const [, topic, org, site, ref, rest = ''] = match ?? []
  if (topic === undefined || org === undefined || site === undefined || ref === undefined) {
    throw new GalleyError(
      'not-found',
      'There is nothing at this address. It is /publish/{preview|live|status|job}/{org}/{site}/{ref}/{path}.'
    )
  }
  const place = [nameIn(org), nameIn(site)] as const
  if (place.some((name) => name.startsWith('.')))
    throw new GalleyError('bad-path', 'The name of an organization or site does not begin with a dot.')
  return { topic, site: `/${org}/${site}`, place, ref: nameIn(ref), rest }
}
