import type { ServiceEvent } from '../../../common/api/events'
import { contentPath, isWithin, segmentsOf, type ContentPath } from '../../../common/content/paths'

/**
 * True when the event says that the file may be another one now, or gone: about itself, a folder above it, or
 * anything missed.
 */
export function touches(event: ServiceEvent, path: ContentPath): boolean {
  if (event.type === 'hello') return true
  if (event.type === 'file') return event.path === path || event.from === path
  return event.type === 'folder' && isWithin(path, contentPath(event.path))
}

/** True for the config of an organization, which may say otherwise now who may read and write what. */
export const isOfOrg = (event: ServiceEvent): boolean =>
  event.type === 'config' && segmentsOf(contentPath(event.path)).length === 1
