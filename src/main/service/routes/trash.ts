import type { ContentPath } from '../../../common/content/paths'
import { nameOf, parentOf, segmentsOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { authorize, mayDo } from '../authorize'
import type { Methods, RouteContext, ServiceContext } from '../context'
import { contentPath } from '../../../common/content/paths'
import { pathAfterPrefix, requireBelowRoot } from '../request-path'
import { personOf } from '../session'

/**
 * `GET /trash/{org}[/{site}]`, `POST /trash/{org}[/{site}]/{id}/restore`, `DELETE /trash/{org}[/{site}]/{id}` (S5). The trash
 * of an organization holds deleted sites.
 */
export function trashRoutes({ store }: ServiceContext): Methods {
  return {
    async GET(c) {
      const site = requireSite(pathAfterPrefix(c.req.url))
      authorize(c.env.caller, 'read', site)
      const items = await store.trash(site)
      const shown = items
        .filter((item) => mayDo(c.env.caller, 'read', contentPath(item.path)))
        .sort((a, b) => b.deletedAt - a.deletedAt)
      return Response.json(shown, { headers: { 'Cache-Control': 'private, no-cache' } })
    },
    async POST(c) {
      const path = pathAfterPrefix(c.req.url)
      if (nameOf(path) !== 'restore')
        throw new GalleyError('not-found', 'Did you mean …/{id}/restore?', { where: path })
      const { site, id } = itemOf(parentOf(path))
      await authorizeItem(c, site, id)
      const restored = await store.restoreFromTrash(site, id, { by: personOf(c.env.caller) })
      return Response.json({ path: restored }, { headers: { 'Cache-Control': 'no-store' } })
    },
    async DELETE(c) {
      const { site, id } = itemOf(pathAfterPrefix(c.req.url))
      await authorizeItem(c, site, id)
      await store.deleteFromTrash(site, id)
      return new Response(null, { status: 204 })
    }
  }

  /** Judged by where the thing was, once it is known; a stranger learns nothing about what is there (P6). */
  async function authorizeItem(c: RouteContext, site: ContentPath, id: string): Promise<void> {
    const item = (await store.trash(site)).find((candidate) => candidate.id === id)
    authorize(c.env.caller, 'write', item ? contentPath(item.path) : site)
    if (!item) throw new GalleyError('not-found', 'This is not in the trash (any more).', { where: id })
  }
}

function requireSite(path: ContentPath): ContentPath {
  requireBelowRoot(path)
  if (segmentsOf(path).length <= 2) return path
  throw new GalleyError('bad-path', 'A site has one trash: /trash/org/site.', { where: path })
}

function itemOf(path: ContentPath): { site: ContentPath; id: string } {
  return { site: requireSite(parentOf(path)), id: nameOf(path) }
}
