import type { ServiceEvent } from '../../../common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'

/**
 * True when the event says that the file may be another one now, or gone: about itself, a folder above it, or
 * anything missed.
 */
export function touches(event: ServiceEvent, path: ContentPath): boolean {
  if (event.type === 'hello') return true
  if (event.type === 'file') return event.path === path || event.from === path
  return event.type === 'folder' && isWithin(path, contentPath(event.path))
}
