import type { SourceSite } from '../../../../common/importing/source-site'
import { siteFolder } from '../../../../common/publishing/addresses'
import { trustSystem } from '../../../system/system-trust'
import type { ImportSource } from '../../source'
import type { SourceParts } from '../kind'
import { tokenOf } from '../tokens'
import { openFetcher, type Fetcher } from './fetcher'
import { openPageWork } from './page-work'
import { targetSite } from './target-site'
import { webSource } from './web-source'

/**
 * Opens what is read from sites on other hosts.
 * @param tokenName of the site token, which is the first site's
 * @param lister how it is known what there is
 */
export async function openWeb(
  sites: readonly SourceSite[],
  tokenName: string | null,
  parts: SourceParts,
  lister: (fetcher: Fetcher) => ImportSource['list']
): Promise<ImportSource> {
  const { limits, userAgent, policy, target, hosts } = parts
  await trustSystem()
  const fetcher = openFetcher(limits, { userAgent, policy })
  const token = tokenName === null ? null : await tokenOf(parts, tokenName)
  const [first] = sites
  return webSource(fetcher, limits, openPageWork(parts.workers, target), {
    hosts,
    siteToken: token === null || !first ? null : { origin: first.origin, token },
    target,
    targetSite: () => targetSite(parts.store, siteFolder(target)),
    sites,
    list: lister(fetcher)
  })
}
