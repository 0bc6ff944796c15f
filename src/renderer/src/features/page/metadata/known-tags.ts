import type { ContentPath } from '../../../../../common/content/paths'
import { compareNames } from '../../../../../common/order'
import type { PageFacts } from '../links/page-facts'

/** The tags that pages of a site have, the most used first; those of the page itself are known to it. */
export function knownTags(facts: ReadonlyMap<ContentPath, PageFacts>, page: ContentPath): string[] {
  const counts = new Map<string, number>()
  for (const [path, { tags }] of facts)
    if (path !== page) for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, few]) => few - many || compareNames(a, b)).map(([tag]) => tag)
}
