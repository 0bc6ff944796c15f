import { servicePrefixes } from '../../common/api/service-prefixes'
import { contentPath, ROOT, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { Store } from '../store/types'

/**
 * The names of the service's own addresses are no organization's (N6). One that is there already, from before
 * or because another program made it, stays what it is.
 * @throws GalleyError bad-path when writing to the path would make such an organization
 */
export async function refuseServiceName(store: Pick<Store, 'stat'>, path: ContentPath): Promise<void> {
  const [name] = segmentsOf(path)
  if (name === undefined || !servicePrefixes.has(name)) return
  const organization = contentPath(`/${name}`)
  if (await store.stat(organization)) return
  throw new GalleyError(
    'bad-path',
    sentence`No organization can be called “${{ name }}”: addresses of the service itself begin so. Choose another name.`,
    { where: organization }
  )
}

/**
 * Organizations that have such a name from before (N6). Nothing is lost of them: every address of content
 * begins with a word of the service, so all of theirs go on.
 */
export async function namedLikeService(store: Pick<Store, 'list'>): Promise<readonly string[]> {
  const organizations = (await store.list(ROOT)) ?? []
  return organizations.map(({ name }) => name).filter((name) => servicePrefixes.has(name))
}
