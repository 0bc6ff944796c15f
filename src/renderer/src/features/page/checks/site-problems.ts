import { linkProblems } from '../../../../../common/checks/link-problems'
import { metadataProblems } from '../../../../../common/checks/missing-metadata'
import type { Problem } from '../../../../../common/checks/problem'
import { tokenProblems } from '../../../../../common/checks/token-problems'
import type { ContentPath } from '../../../../../common/content/paths'
import { webPathOf } from '../../../../../common/publishing/addresses'
import { bulkRules, metadataFor } from '../../../../../common/publishing/page-metadata'
import { walkSite } from '../../../engines/tree/tree-store'
import { followRedirects } from '../links/redirected'
import { leadsNowhere } from '../links/where-to'
import { followTokens } from '../tokens/follow-tokens'
import { siteSheetReader } from '../site-sheet'
import { tokenValue } from '../tokens/token-values'

interface SiteProblems {
  readonly problems: Problem[]
  /** Addresses that lead nowhere. */
  readonly broken: ReadonlySet<string>
}

const metadata = siteSheetReader('metadata', bulkRules)

/**
 * What in the source of a page names something that its site does not have (pages, placeholders, icons), and
 * what neither the page nor its site says of it.
 */
export function siteProblems(text: string, path: ContentPath): SiteProblems {
  const { problems, broken } = linkProblems(text, (address) => leadsNowhere(address, path))
  const unknown = tokenProblems(text, (token) => {
    const value = tokenValue(path, token)
    return value?.kind === 'unknown' ? value.why : null
  })
  const rules = metadata.of(path)
  // while nobody knows what the site says of its pages nothing is missing
  const missing = rules ? metadataProblems(text, path, metadataFor(rules, webPathOf(path))) : []
  return { problems: [...missing, ...problems, ...unknown], broken }
}

/** Told when the site has something else than before. @returns a function that ends it */
export function followSite(listener: () => void): () => void {
  const ends = [followRedirects(listener), followTokens(listener), metadata.follow(listener)]
  void walkSite()
  return () => ends.forEach((end) => end())
}
