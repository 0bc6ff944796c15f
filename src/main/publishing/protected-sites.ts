import type { ContentPath } from '../../common/content/paths'
import { segmentsOf } from '../../common/content/paths'
import { protectedIn } from '../../common/publishing/protection'
import { siteFolder } from '../../common/publishing/addresses'
import { openConfigMeaning } from '../configs/config-meaning'
import type { PublishingParts } from './parts'
import { remembered } from './remembered'

/** The entries that protect something of the site in which a path lies: see `isProtected`. */
export type Protection = (path: ContentPath) => Promise<readonly ContentPath[]>

/** What readers need a site token for (F6), by the configs of its organization and of its site. */
export function openProtection({ store, events }: Pick<PublishingParts, 'store' | 'events'>): Protection {
  const entriesOf = remembered(
    { events },
    openConfigMeaning<readonly ContentPath[]>(store, {
      of: ({ sheets }, configPath) => protectedIn(sheets.values(), configPath),
      // it may have protected everything: until it is mended, it does
      broken: (configPath) => [configPath],
      none: []
    })
  )
  return async (path) => {
    const [org = ''] = segmentsOf(path)
    const [ofOrg, ofSite] = await Promise.all([
      entriesOf(`/${org}` as ContentPath),
      entriesOf(siteFolder(path))
    ])
    return ofOrg.length === 0 ? ofSite : ofSite.length === 0 ? ofOrg : [...ofOrg, ...ofSite]
  }
}
