import { contentTypeOf, isPage } from '../../common/formats/files'
import type { ContentPath } from '../../common/content/paths'
import { nameOf, splitName } from '../../common/content/paths'
import { urlOf } from '../../common/api/url'
import { resourcePathOf, resourcePlace, sitePlace, webPathOf } from '../../common/publishing/addresses'
import type { EditState, Publication, PublishStatus } from '../../common/publishing/answers'
import type { Environment } from '../../common/publishing/environments'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import { httpDateOf } from '../http/conditions'
import { etagOf } from '../http/entity-tags'
import { extensionOf } from '../http/request-path'
import { deliveredEtag } from './delivered'
import type { Publisher } from './rights'

/**
 * Everything about one path: the source, its preview, what is live (map, K).
 * @param origin of the addresses in it
 */
export async function statusOf(
  store: Store,
  publisher: Publisher,
  path: ContentPath,
  { origin, ref }: { readonly origin: string; readonly ref: string }
): Promise<PublishStatus> {
  const permissions = await publisher.actions(path)
  const in_ = async (environment: Environment) =>
    publicationOf(environment, path, await store.published.get(environment, path), { origin, permissions })
  const place = resourcePlace(path)
  const [preview, live] = [await in_('preview'), await in_('live')]
  return {
    webPath: webPathOf(path),
    resourcePath: resourcePathOf(path),
    preview,
    live,
    edit: await editStateOf(store, path, origin),
    links: {
      status: origin + urlOf('readPublishStatus', { ref, ...place }),
      preview: origin + urlOf('readPublication', { environment: 'preview', ref, ...place }),
      live: origin + urlOf('readPublication', { environment: 'live', ref, ...place }),
      ...(isPage(extensionOf(path))
        ? {
            'delivery-preview': origin + urlOf('deliver', { environment: 'preview', ...place }),
            'delivery-live': origin + urlOf('deliver', { environment: 'live', ...place })
          }
        : {})
    }
  }
}

function publicationOf(
  environment: Environment,
  path: ContentPath,
  state: PublishedState | null,
  { origin, permissions }: { readonly origin: string; readonly permissions: readonly string[] }
): Publication {
  const url = origin + urlOf('readSite', { environment, ...sitePlace(path) })
  if (!state) return { status: 404, url, permissions: [...permissions] }
  return {
    status: 200,
    url,
    lastModified: httpDateOf(state.at),
    lastModifiedBy: state.by.email,
    contentType: contentTypeOf(extensionOf(path)),
    kind: state.kind,
    etag: deliveredEtag(state),
    sourceLocation: `galley:${state.path}`,
    sourceLastModified: httpDateOf(state.sourceAt),
    sourceEtag: etagOf(state.hash),
    permissions: [...permissions]
  }
}

async function editStateOf(store: Store, path: ContentPath, origin: string): Promise<EditState> {
  const url = origin + urlOf('readFile', { at: path })
  const entry = await store.stat(path)
  if (entry?.kind !== 'file') return { status: 404, url }
  return {
    status: 200,
    url,
    name: splitName(nameOf(path)).name,
    contentType: contentTypeOf(extensionOf(path)),
    lastModified: httpDateOf(entry.lastModified),
    etag: etagOf(entry.hash),
    sourceLocation: `galley:${entry.path}`
  }
}
