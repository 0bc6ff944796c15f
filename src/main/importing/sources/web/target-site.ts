import { bounds, withinBounds } from '../../../../common/bounds'
import type { ContentPath } from '../../../../common/content/paths'
import { readCustomHead, type CustomElement } from '../../../../common/publishing/custom-head'
import { publicHostIn } from '../../../../common/publishing/public-host'
import { siteSheetFiles } from '../../../../common/publishing/site-sheet'
import { openConfigMeaning } from '../../../configs/config-meaning'
import type { Store } from '../../../store/types'

/** What the site that is imported into says of all its pages: what a page need not say again. */
export interface TargetSite {
  readonly hasHost: boolean
  readonly head: readonly CustomElement[]
}

/** As it is now, published or not. */
export async function targetSite(store: Store, site: ContentPath): Promise<TargetSite> {
  const hostOf = openConfigMeaning<string | null>(store, {
    of: ({ sheets }) => publicHostIn(sheets.values()),
    broken: () => null,
    none: null
  })
  const path = `${site}/${siteSheetFiles.head}` as ContentPath
  const entry = await store.stat(path)
  const isSmall = entry?.kind === 'file' && entry.size <= bounds.siteSheet.headBytes
  const found = isSmall ? await store.read(path) : null
  const head = found && withinBounds(() => readCustomHead(new TextDecoder().decode(found.bytes)))
  return { hasHost: (await hostOf(site)) !== null, head: head ?? [] }
}
