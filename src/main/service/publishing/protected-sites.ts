import type { ContentPath } from '../../../common/content/paths'
import { segmentsOf } from '../../../common/content/paths'
import { protectedIn } from '../../../common/publishing/protection'
import { siteFolder } from '../../../common/publishing/addresses'
import { openConfigMeaning } from '../configs/config-meaning'
import type { ServiceContext } from '../context'

/** The entries that protect something of the site in which a path lies: see `isProtected`. */
export type Protection = (path: ContentPath) => Promise<readonly ContentPath[]>

/**
 * What readers need a site token for (F6), by the configs of its organization and of its site. What they said is remembered
 * for a second at most, and forgotten at once when this service hears of a change: a thousand readers do not read them a thousand times.
 */
export function openProtection({ store, events }: Pick<ServiceContext, 'store' | 'events'>): Protection {
  const read = openConfigMeaning<readonly ContentPath[]>(store, {
    of: ({ sheets }, configPath) => protectedIn(sheets.values(), configPath),
    // it may have protected everything: until it is mended, it does
    broken: (configPath) => [configPath],
    none: []
  })
  const known = new Map<
    ContentPath,
    { readonly until: number; readonly entries: Promise<readonly ContentPath[]> }
  >()
  events.subscribe((event) => {
    if (event.type !== 'published' && event.type !== 'version') known.clear()
  })

  function entriesOf(configPath: ContentPath): Promise<readonly ContentPath[]> {
    const now = performance.now()
    const found = known.get(configPath)
    if (found && found.until > now) return found.entries
    const entries = read(configPath)
    if (known.size >= MOST) known.clear()
    known.set(configPath, { until: now + REMEMBERED_MS, entries })
    entries.catch(() => known.delete(configPath))
    return entries
  }

  return async (path) => {
    const [org = ''] = segmentsOf(path)
    const [ofOrg, ofSite] = await Promise.all([
      entriesOf(`/${org}` as ContentPath),
      entriesOf(siteFolder(path))
    ])
    return ofOrg.length === 0 ? ofSite : ofSite.length === 0 ? ofOrg : [...ofOrg, ...ofSite]
  }
}

const MOST = 1000
const REMEMBERED_MS = 1000
