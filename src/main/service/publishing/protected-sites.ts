import type { ContentPath } from '../../../common/content/paths'
import { segmentsOf } from '../../../common/content/paths'
import { isProtected, protectedIn } from '../../../common/publishing/protection'
import { siteFolder } from '../../../common/publishing/addresses'
import { readConfig } from '../../../common/sheets/config-format'
import type { Store } from '../../store/types'
import { configFile } from '../configs/config-file'

/**
 * Whether readers need a site token for a path (F6): the configs of its organization and of its site say so, as they are at each
 * request. Only the reading of a text is remembered, by the text's hash.
 */
export function openProtection(store: Store): (path: ContentPath) => Promise<boolean> {
  const read = new Map<ContentPath, { readonly hash: string; readonly entries: readonly ContentPath[] }>()

  async function entriesOf(configPath: ContentPath): Promise<readonly ContentPath[]> {
    const file = configFile(configPath)
    const entry = await store.stat(file)
    if (entry?.kind !== 'file') {
      read.delete(configPath)
      return []
    }
    const known = read.get(configPath)
    if (known?.hash === entry.hash) return known.entries
    const found = await store.read(file)
    if (!found) return []
    const entries = entriesIn(new TextDecoder().decode(found.bytes), configPath)
    if (read.size >= MOST) read.clear()
    read.set(configPath, { hash: found.entry.hash, entries })
    return entries
  }

  return async (path) => {
    const [org = ''] = segmentsOf(path)
    const [ofOrg, ofSite] = await Promise.all([
      entriesOf(`/${org}` as ContentPath),
      entriesOf(siteFolder(path))
    ])
    return isProtected(ofOrg, path) || isProtected(ofSite, path)
  }
}

const MOST = 1000

/** A config that another program broke may have protected everything: until it is mended, it does. */
function entriesIn(text: string, configPath: ContentPath): readonly ContentPath[] {
  try {
    return protectedIn(readConfig(text).sheets.values(), configPath)
  } catch {
    return [configPath]
  }
}
