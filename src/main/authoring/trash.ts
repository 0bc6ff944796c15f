import type { ContentPath } from '../../common/content/paths'
import { nameOf, parentOf, segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Methods, ServiceContext } from '../http/context'
import { pathAfterPrefix, requireBelowRoot } from '../http/request-path'
import { personOf } from '../http/session'

/**
 * `GET /trash[/{org}[/{site}]]`, `POST /trash[/{org}[/{site}]]/{id}/restore`, `DELETE /trash[/{org}[/{site}]]/{id}` (S5): what
 * lay below, deleted sites and organizations too.
 */
export function trashRoutes({ serviceFolder }: ServiceContext): Methods {
  return {
    async GET(c) {
      const items = await c.env.content.trash(requireSite(pathAfterPrefix(c.env.url)))
      const shown = [...items].sort((a, b) => b.deletedAt - a.deletedAt)
      return Response.json(shown, { headers: { 'Cache-Control': 'private, no-cache' } })
    },
    async POST(c) {
      const path = pathAfterPrefix(c.env.url)
      if (nameOf(path) !== 'restore')
        throw new GalleyError('not-found', 'Did you mean …/{id}/restore?', { where: path })
      const { site, id } = itemOf(parentOf(path))
      const by = personOf(c.env.caller)
      const restored = await c.env.content.restoreFromTrash(site, id, { by })
      const now = await serviceFolder.bringAlong(restored, by)
      return Response.json({ path: now }, { headers: { 'Cache-Control': 'no-store' } })
    },
    async DELETE(c) {
      const { site, id } = itemOf(pathAfterPrefix(c.env.url))
      await c.env.content.deleteFromTrash(site, id, { by: personOf(c.env.caller) })
      return new Response(null, { status: 204 })
    }
  }
}

function requireSite(path: ContentPath): ContentPath {
  if (segmentsOf(path).length <= 2) return path
  throw new GalleyError(
    'bad-path',
    'A site has one trash: /trash/org/site; an organization’s is /trash/org, of all of them /trash.',
    { where: path }
  )
}

function itemOf(path: ContentPath): { site: ContentPath; id: string } {
  requireBelowRoot(path)
  return { site: requireSite(parentOf(path)), id: nameOf(path) }
}
