import { useCallback, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { ExternalLinks } from '../../../../../common/links/answers'
import { api } from '../../../api'
import { useSiteReading } from '../site-reading'

const PAGE = 200
const LARGEST_PAGE = 1000

/** The links of a site to other hosts, kept true by events. @param host null: to all of them */
export function useExternalLinks(site: ContentPath, host: string | null) {
  const [limit, setLimit] = useState(PAGE)
  const ask = useCallback((signal: AbortSignal) => linksUpTo(site, host, limit, signal), [site, host, limit])
  const { read, again } = useSiteReading(site, JSON.stringify([site, host]), ask)
  return { read, again, more: () => setLimit(limit + LARGEST_PAGE) }
}

async function linksUpTo(
  site: ContentPath,
  host: string | null,
  most: number,
  signal: AbortSignal
): Promise<ExternalLinks> {
  const links: ExternalLinks['links'] = []
  for (let after: string | undefined; ;) {
    const page = await api.externalLinks(site, {
      signal,
      limit: Math.min(most - links.length, LARGEST_PAGE),
      ...(host !== null && { host }),
      ...(after !== undefined && { after })
    })
    links.push(...page.links)
    after = page.next
    if (after === undefined || links.length >= most) return { ...page, links }
  }
}
