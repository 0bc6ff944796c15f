import type { ServiceEventBody } from '../../common/api/events'
import type { ContentPath } from '../../common/content/paths'
import { contentPath, orgOf, segmentsOf } from '../../common/content/paths'
import type { Access } from './access'

/**
 * What one caller may know of an event: all of it, less of it, or nothing (null). Something moved in from
 * where the caller may not read came into being for it, and something moved out is gone.
 */
export async function visibleEvent(
  access: Access,
  event: ServiceEventBody
): Promise<ServiceEventBody | null> {
  if (access.unrestricted) return event
  switch (event.type) {
    case 'hello':
    case 'rights':
    case 'workspace':
      return event
    case 'sync':
    case 'sessions':
    case 'health':
      return null
    case 'progress': {
      // it counts what may not all be read: told to who began it, and to who may read all of it
      const { by, ...rest } = event
      const path = contentPath(event.path)
      const own = by !== undefined && access.isCaller(by)
      return own || (await access.at(path)).mayThroughout('read', path) ? rest : null
    }
    case 'asked': {
      const org = contentPath(`/${orgOf(contentPath(event.path))}`)
      const answers = (await access.at(org)).configActions(org).includes('write')
      return answers || access.isCaller(event.by) ? event : null
    }
    case 'presence':
    case 'hold':
    case 'version':
    case 'published':
      return (await reads(access, event.path)) ? event : null
    case 'config': {
      const path = contentPath(event.path)
      if ((await access.at(path)).configActions(path).includes('read')) return event
      // its rules are for all: whoever has lost what they may do hears of that, and not of what
      return segmentsOf(path).length === 1 ? { type: 'rights' } : null
    }
    case 'trash': {
      // whose deletion it was is not said: told only to who may read the whole site
      const site = contentPath(event.site)
      return (await access.at(site)).mayThroughout('read', site) ? event : null
    }
    case 'file': {
      if (event.change !== 'moved' || event.from === undefined)
        return (await reads(access, event.path)) ? event : null
      const { from, ...rest } = event
      const [there, here] = await Promise.all([reads(access, from), reads(access, event.path)])
      if (there && here) return event
      if (here) return { ...rest, change: 'created' }
      if (!there) return null
      const { etag: _etag, ...gone } = rest
      return { ...gone, path: from, change: 'deleted' }
    }
    case 'folder': {
      if (event.change !== 'moved') return (await sees(access, event.path)) ? event : null
      const [there, here] = await Promise.all([sees(access, event.from), sees(access, event.path)])
      if (there && here) return event
      if (here) return { type: 'folder', change: 'created', path: event.path, by: event.by }
      return there ? { type: 'folder', change: 'deleted', path: event.from, by: event.by } : null
    }
  }
}

async function reads(access: Access, text: string): Promise<boolean> {
  const path = contentPath(text)
  return (await access.at(path)).may('read', path)
}

async function sees(access: Access, text: string): Promise<boolean> {
  const path: ContentPath = contentPath(text)
  return (await access.at(path)).maySee(path)
}
