import { headers as names } from '../../common/api/headers'
import type { ListItem } from '../../common/api/types'
import { isHidden, ROOT, splitName, type ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { Entry } from '../store/types'
import type { Known } from '../http/asked'
import { etagOf } from '../http/entity-tags'
import { pathAfterPrefix } from '../http/request-path'

/**
 * `GET /list[/{org}[/{repo}[/{path}]]]` (S2): what lies in a folder, sorted by name, without dot names (N4).
 * A folder that is not there is an empty list, as clients expect it; `?missing=refuse` makes it 404. With
 * `X-Galley-Ids: true` files tell the id that they keep through moves; who asks for that syncs, and must be
 * told what is not there: 404 unless `?missing=empty`.
 */
export async function listFolder(asked: Known): Promise<Response> {
  const { content, url } = asked
  const folder = pathAfterPrefix(url)
  const { limit, after } = pageOf(asked)
  const counts = (name: string) => !isHidden(name)
  // one more, to know whether something follows
  const found = (await content.list(folder, { after, limit: limit + 1, counts })) ?? missing(asked, folder)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next = items.length < found.length && last ? tokenOf(last.name) : null
  return Response.json(items.map(asked.request.headers.get(names.ids) === 'true' ? itemWithId : itemOf), {
    headers: {
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
      ...(next === null ? {} : { [names.continuation]: next })
    }
  })
}

/** @throws GalleyError not-found for who wants to know */
function missing(asked: Known, folder: ContentPath): readonly Entry[] {
  const { request, url } = asked
  const wanted =
    url.searchParams.get('missing') ?? (request.headers.get(names.ids) === 'true' ? 'refuse' : 'empty')
  if (folder === ROOT || wanted === 'empty') return []
  throw new GalleyError('not-found', 'There is no such folder.', { where: folder })
}

interface Page {
  readonly limit: number
  /** The last name of the page before. */
  readonly after: string | null
}

const MAX_LIMIT = 100_000
const DEFAULT_PAGE = 1000

function pageOf(asked: Known): Page {
  const limit = asked.url.searchParams.get('limit')
  const after = parseToken(asked.request.headers.get(names.continuation))
  if (limit === null) return { limit: after === null ? Infinity : DEFAULT_PAGE, after }
  if (!/^[1-9]\d{0,5}$/.test(limit) || Number(limit) > MAX_LIMIT) {
    throw new GalleyError('bad-request', sentence`“limit” is a number from 1 to ${{ most: MAX_LIMIT }}.`, {
      where: 'limit'
    })
  }
  return { limit: Number(limit), after }
}

const tokenOf = (name: string) => Buffer.from(name).toString('base64url')

function parseToken(token: string | null): string | null {
  if (token === null) return null
  const name = Buffer.from(token, 'base64url').toString()
  if (name !== '' && tokenOf(name) === token) return name
  throw new GalleyError(
    'bad-request',
    sentence`${{ field: names.continuation }} is not one that a list gave.`,
    { where: names.continuation }
  )
}

const itemWithId = (entry: Entry): ListItem =>
  entry.kind === 'folder' ? itemOf(entry) : { ...itemOf(entry), id: entry.id }

function itemOf(entry: Entry): ListItem {
  if (entry.kind === 'folder') return { path: entry.path, name: entry.name }
  const { name, ext } = splitName(entry.name)
  const { path, lastModified, size } = entry
  return { path, name, ...(ext === '' ? {} : { ext }), lastModified, etag: etagOf(entry.hash), size }
}
