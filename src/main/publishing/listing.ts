import type { ContentPath } from '../../common/content/paths'
import { filesFor, resourcePathOf, siteFolder, webPathOf } from '../../common/publishing/addresses'
import type { PublishedItem, PublishedListing } from '../../common/publishing/listing'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import { httpDateOf } from '../http/conditions'
import type { PublishingParts } from './parts'
import { etagOf } from '../http/entity-tags'
import { takingTurns } from '../system/turns'
import { answer, type PublishRequest } from './publish-routes'
import { deliveredEtag } from './delivered'

/**
 * `GET /publish/status/{org}/{site}/{ref}/*`: everything that is published of a site, also of what has no
 * source any more.
 */
export async function listingAnswer({ store }: PublishingParts, asked: PublishRequest): Promise<Response> {
  const { address, publisher, request } = asked
  const [first] = filesFor(address.site, '/')
  const site = siteFolder(first)
  await publisher.requireSome(site)
  const states = new Map<ContentPath, { preview: PublishedState | null; live: PublishedState | null }>()
  for (const state of await store.published.list('preview', site))
    states.set(state.path, { preview: state, live: null })
  for (const state of await store.published.list('live', site))
    states.set(state.path, { preview: states.get(state.path)?.preview ?? null, live: state })
  const paths = [...states.keys()].sort()
  const resources: PublishedItem[] = []
  const turn = takingTurns()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    await turn()
    const items = await Promise.all(
      paths.slice(at, at + AT_ONCE).map(async (path) => {
        const there = states.get(path)
        return there && (await publisher.may('read', path)) ? [await itemOf(store, path, there)] : []
      })
    )
    resources.push(...items.flat())
  }
  return answer({ site, resources } satisfies PublishedListing, request)
}

const AT_ONCE = 32

async function itemOf(
  store: Store,
  path: ContentPath,
  { preview, live }: { readonly preview: PublishedState | null; readonly live: PublishedState | null }
): Promise<PublishedItem> {
  const entry = await store.stat(path)
  return {
    webPath: webPathOf(path),
    resourcePath: resourcePathOf(path),
    kind: (live ?? preview)?.kind ?? 'page',
    preview: preview && factsOf(preview),
    live: live && factsOf(live),
    edit:
      entry?.kind === 'file'
        ? { etag: etagOf(entry.hash), lastModified: httpDateOf(entry.lastModified) }
        : null
  }
}

const factsOf = (state: PublishedState) => ({
  lastModified: httpDateOf(state.at),
  lastModifiedBy: state.by.email,
  sourceEtag: etagOf(state.hash),
  etag: deliveredEtag(state)
})
