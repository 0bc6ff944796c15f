import { siteOf, type ContentPath } from '../../../../common/content/paths'
import { api } from '../../api'
import { knownFiles } from '../tree/tree-state'
import { tree, walkSite } from '../tree/tree-store'
import { addressesOf, fileMeant } from './addresses'

/** What may be meant by what is typed of an address: pages and media of the site, and behind `#` what a page has. */
export const offeredAddresses = (value: string, path: ContentPath): Promise<Offer[]> =>
  value.includes('#') ? places(value, path) : addresses(value, path)

interface Offer {
  readonly value: string
  readonly kind: 'page' | 'media' | 'place'
}

async function filesOf(path: ContentPath): Promise<ContentPath[]> {
  if (tree().root !== siteOf(path)) return []
  await walkSite()
  return knownFiles(tree()).map((file) => file.path)
}

async function addresses(value: string, path: ContentPath): Promise<Offer[]> {
  const wanted = value.toLowerCase()
  return addressesOf(await filesOf(path), path)
    .filter((one) => one.value.toLowerCase().includes(wanted))
    .map((one) => ({ value: one.value, kind: one.isPage ? 'page' : 'media' }))
}

async function places(value: string, path: ContentPath): Promise<Offer[]> {
  const file = fileMeant(value, path, new Set(await filesOf(path)))
  if (file === null) return []
  const before = value.slice(0, value.indexOf('#') + 1)
  try {
    const { anchors } = await api.links(file, { limit: 1 })
    return anchors.map((name) => ({ value: before + encodeURI(name), kind: 'place' }))
  } catch {
    // a page that is gone, or not for this person, has no places that are offered
    return []
  }
}
