import { isPage } from '../../common/formats/files'
import { bounds } from '../../common/bounds'
import { nameOf, splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { filesFor, siteFolder, webPathOf } from '../../common/publishing/addresses'
import { metadataFor } from '../../common/publishing/page-metadata'
import type { PublishingParts } from './parts'
import { basePathOf } from '../http/base-path'
import { chunksOf, collect } from '../http/chunks'
import { sendable } from '../http/sendable'
import type { PublishRequest } from './publish-routes'
import { siteBase } from './reader-address'
import type { SiteSheets } from './site-sheets'

/**
 * `POST /publish/page/{org}/{site}/{ref}/{path}`: the page that readers would get of the text that is sent,
 * were it in preview; nothing is stored. With `?plain=true` its sections alone.
 * @throws GalleyError forbidden, bad-path, bad-request for what is no page, too-large, too-complex
 */
export async function draftPage(
  { workers, origin }: PublishingParts,
  sheets: SiteSheets,
  { request, address, publisher }: PublishRequest
): Promise<Response> {
  const [path] = filesFor(address.site, address.rest)
  await publisher.require('read', path)
  const { name, ext } = splitName(nameOf(path))
  if (!isPage(ext))
    throw new GalleyError('bad-request', 'Only pages are drawn from their text.', { where: path })
  const body = await chunksOf(request)
  try {
    const html = await collect(body.chunks, bounds.htmlShown.characters)
    const site = siteFolder(path)
    const { pages } = await sheets.of('preview', site)
    const plain = new URL(request.url).searchParams.get('plain') === 'true'
    const how = { tenant: site, bytes: html.length, urgent: true, signal: request.signal }
    const page = await workers.run('page', how, () =>
      Promise.resolve({
        html,
        plain,
        base: basePathOf(origin) + siteBase('preview', address.site),
        name,
        path: webPathOf(path),
        metadata: plain ? new Map() : metadataFor(pages.metadata, webPathOf(path)),
        host: pages.host,
        head: pages.head
      })
    )
    return new Response(sendable(page), {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': 'sandbox',
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store'
      }
    })
  } finally {
    await body.discard()
  }
}
