import type { ContentPath } from '../../../common/content/paths'
import { clashKey } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { DurableFs } from '../disk/durable-fs'
import { siteOf } from '../logs/entries'
import type { Layout } from '../layout/layout'
import type { Problems } from '../damaged/problems'
import type { PublishedLog } from './published-log'
import { openPublishedLog } from './published-log'

/** The logs of what is published, one a site, each read when it is first asked for. */
export interface PublishedLogs {
  /** The log that a path belongs to. @throws bad-path outside of any site */
  of(path: ContentPath): Promise<PublishedLog>
}

/**
 * On a disk that does not tell case, two sites that differ in it would be one log: then they share it, by
 * whole paths.
 */
export function createPublishedLogs(fs: DurableFs, layout: Layout, problems: Problems): PublishedLogs {
  const logs = new Map<string, Promise<PublishedLog>>()

  async function open(path: ContentPath): Promise<PublishedLog> {
    const file = layout.publishedLog(path)
    if (file === null)
      throw new GalleyError('bad-path', 'What is published lies in a site: /org/site/….', { where: path })
    const key = clashKey(siteOf(path))
    const known = logs.get(key)
    if (known) return known
    const opening = openPublishedLog(fs, file, layout.publishedCopy(file), key, problems)
    logs.set(key, opening)
    opening.catch(() => logs.delete(key))
    return opening
  }

  return { of: open }
}
