import { useCallback, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { LinkProblem, ProblemKind, SiteProblems } from '../../../../../common/links/answers'
import { api } from '../../../api'
import { useSiteReading } from '../site-reading'

const PAGE = 200
const LARGEST_PAGE = 1000

/** Which of the site are shown. */
interface Shown {
  /** All kinds where it is null. */
  readonly kind: ProblemKind | null
  readonly ignored: boolean
}

/** The problems of a site, kept true by events; what was found stays until the next is. */
export function useSiteProblems(site: ContentPath, { kind, ignored }: Shown) {
  const [limit, setLimit] = useState(PAGE)
  const ask = useCallback(
    (signal: AbortSignal) => problemsUpTo(site, { kind, ignored }, limit, signal),
    [site, kind, ignored, limit]
  )
  const { read, again } = useSiteReading(site, JSON.stringify([site, kind, ignored]), ask)
  return { read, again, more: () => setLimit(limit + LARGEST_PAGE) }
}

/** All that can be mended at once, of a kind or of all. */
export async function mendable(site: ContentPath, kind: ProblemKind | null) {
  const { problems } = await problemsUpTo(site, { kind, ignored: false }, Infinity)
  return problems.flatMap(({ path, n, fix }) => (fix && n !== undefined ? [{ path, n, ...fix }] : []))
}

async function problemsUpTo(
  site: ContentPath,
  { kind, ignored }: Shown,
  most: number,
  signal?: AbortSignal
): Promise<SiteProblems> {
  const asked = { ...(kind && { is: kind }), ...(ignored && { ignored }), ...(signal && { signal }) }
  const problems: LinkProblem[] = []
  for (let after: string | undefined; ;) {
    const limit = Math.min(most - problems.length, LARGEST_PAGE)
    const page = await api.linkProblems(site, { ...asked, limit, ...(after !== undefined && { after }) })
    problems.push(...page.problems)
    after = page.next
    if (after === undefined || problems.length >= most) return { ...page, problems }
  }
}
