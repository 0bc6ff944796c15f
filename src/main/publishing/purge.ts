import type { ContentPath } from '../../common/content/paths'
import { filesFor, siteFolder, webPathOf } from '../../common/publishing/addresses'
import { answer, type PublishRequest } from './publish-routes'
import type { Renditions } from './renditions'

/**
 * `POST /publish/cache/{org}/{site}/{ref}/{path}` (map, K): forgets what was rendered of published content;
 * the next reader's answer is made anew. What is kept goes by its content, so this is never needed for a new
 * publication.
 */
export async function purgeAnswer(
  { request, address, publisher }: PublishRequest,
  renditions: Renditions
): Promise<Response> {
  await request.body?.cancel()
  const everything = address.rest === '' || address.rest === '/*'
  const [file] = filesFor(address.site, everything ? '/' : address.rest)
  const path: ContentPath = everything ? siteFolder(file) : file
  await publisher.require('write', path)
  renditions.clear()
  return answer({ status: 200, path: everything ? '/*' : webPathOf(file) }, request)
}
