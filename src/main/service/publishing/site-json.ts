import { GalleyError } from '../../../common/errors'
import { deliveredSheets, readSheets } from '../../../common/publishing/sheets'
import type { PublishedState } from '../../store/published-types'
import { sendable } from '../sendable'
import type { Reading } from './reader'
import { renditionOf } from './reader'
import type { Rendition } from './renditions'
import { deliveredTag } from './resource'
import { sheetQueryOf } from './sheet-query'
import type { SiteParts } from './sites'

const TYPE = 'application/json'

/** A published JSON file: a sheet as readers get it, without what is private; other JSON as it is. */
export async function sheetRendition(
  { store, renditions }: Pick<SiteParts, 'store' | 'renditions'>,
  { url }: Reading,
  state: PublishedState
): Promise<Rendition> {
  const query = sheetQueryOf(url.searchParams)
  const tag = deliveredTag(state)
  const whole = query.names.length === 0 && query.offset === 0 && query.limit === null
  const known = whole ? renditions.get(`${tag}.json`) : undefined
  if (known) return known
  const bytes = await store.published.read(state.hash, state.path)
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const file = readSheets(value)
  if (!file) return renditions.put(`${tag}.json`, { body: sendable(bytes), etag: `"${tag}"`, type: TYPE })
  const sheets = deliveredSheets(file, query)
  if (!sheets)
    throw new GalleyError('not-found', 'This file has no such sheet.', { where: query.names.join(', ') })
  const suffix = whole ? '' : `.${query.names.join('+')}.${query.offset}.${query.limit ?? 'all'}`
  const rendition = renditionOf(
    JSON.stringify(sheets),
    `"${tag}.sheet${RENDERING}${encodeURIComponent(suffix)}"`,
    TYPE
  )
  return whole ? renditions.put(`${tag}.json`, rendition) : rendition
}

/** Part of the ETags: a newer Galley may render the same content in another way. */
const RENDERING = 1
