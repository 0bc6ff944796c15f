import { createEntries, useSelected } from '../../state/store'
import { contentPath, siteOf, type ContentPath } from '../../../../common/content/paths'
import type { SyncPair } from '../../../../common/sync'
import { openTool } from '../../workbench/workbench'

/** The conflicts of a pair, from one of them or from the first on. */
interface Decide {
  readonly pair: string
  readonly key: string | null
}

const deciding = createEntries<ContentPath, Decide>()

const siteOfPair = ({ local }: Pick<SyncPair, 'local'>): ContentPath => siteOf(contentPath(local))

/** What the sync of this site shows: null for how it stands, else its conflicts. */
export function useDeciding(site: ContentPath): Decide | null {
  return useSelected(deciding, (sites) => sites.get(site) ?? null)
}

/** Opens the sync of a pair's site: how it stands, or its conflicts. */
export function showSync(pair: SyncPair, decide: { readonly key: string | null } | null): void {
  const site = siteOfPair(pair)
  setDeciding(site, decide && { pair: pair.id, key: decide.key })
  openTool('sync', site)
}

export const setDeciding = deciding.put
