import type { contentOperations } from '../../common/api/operations/content'
import type { ContentPath } from '../../common/content/paths'
import { contentPath, nameOf, parentOf, segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { ClientTrashed } from '../store/types'
import { jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import { pathAfterPrefix, requireBelowRoot } from '../http/request-path'
import { personOf } from '../callers/people'
import { moveWithAssets } from './page-assets'
import { assetNames, type AuthoringParts } from './parts'

/**
 * `GET /trash[/{org}[/{site}]]`, `POST /trash[/{org}[/{site}]]/{id}/restore`, `DELETE
 * /trash[/{org}[/{site}]]/{id}` (S5): what lay below, deleted sites and organizations too.
 */
export function trashHandlers(parts: AuthoringParts) {
  const { serviceFolder } = parts
  return {
    async listTrash(asked) {
      const items = await asked.content.trash(requireSite(pathAfterPrefix(asked.url)))
      const shown = [...items].sort((a, b) => b.deletedAt - a.deletedAt)
      return Response.json(shown, { headers: { 'Cache-Control': 'private, no-cache' } })
    },
    async restoreFromTrash(asked) {
      const path = pathAfterPrefix(asked.url)
      if (nameOf(path) !== 'restore')
        throw new GalleyError('not-found', 'Did you mean …/{id}/restore?', { where: path })
      const { site, id } = itemOf(parentOf(path))
      const by = personOf(asked.caller)
      const moved = await asked.content.clientTrashed(site, id)
      const restored = moved
        ? await backWithAssets(parts, asked, moved)
        : await asked.content.restoreFromTrash(site, id, { by })
      const now = await serviceFolder.bringAlong(restored, by)
      return jsonAnswer({ path: now })
    },
    async deleteFromTrash(asked) {
      const { site, id } = itemOf(pathAfterPrefix(asked.url))
      await asked.content.deleteFromTrash(site, id, { by: personOf(asked.caller) })
      return new Response(null, { status: 204 })
    }
  } satisfies Partial<Handlers<Known, typeof contentOperations>>
}

/** What a client deleted by moving it goes back as it was moved. */
async function backWithAssets(
  parts: AuthoringParts,
  asked: Known,
  { path, item }: ClientTrashed
): Promise<ContentPath> {
  const to = contentPath(item.path)
  await moveWithAssets(
    asked.content,
    path,
    to,
    { by: personOf(asked.caller) },
    await assetNames(parts, asked)
  )
  return to
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
