import { createHash } from 'node:crypto'
import { segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { etagOf } from '../http/entity-tags'
import type { PublishedState } from '../store/types'

/**
 * The ETag of what a state delivers, without quotes: the source's hash, and the schema's where there is one.
 */
export function deliveredTag(state: PublishedState): string {
  const { hash, companion } = state
  if (companion === undefined) return hash
  const known = tags.get(state)
  if (known !== undefined) return known
  const tag = createHash('sha256').update(`${hash}\n${companion}`).digest('hex')
  tags.set(state, tag)
  return tag
}

/** States never change: a new publication is a new one. */
const tags = new WeakMap<PublishedState, string>()

export const deliveredEtag = (state: PublishedState): string => etagOf(deliveredTag(state))

/** Schemas and other things of the service folder never are. */
export const isPublishable = (path: ContentPath, serviceFolder: string): boolean =>
  segmentsOf(path)[2] !== `.${serviceFolder}`

/** Refuses what is never published. @throws GalleyError bad-request */
export function requirePublishable(path: ContentPath, serviceFolder: string): void {
  if (isPublishable(path, serviceFolder)) return
  throw new GalleyError('bad-request', 'Schemas and other things of the service folder are not published.', {
    where: path
  })
}
