import { useEffect, useRef, useState } from 'react'
import { contentPath, isWithin, type ContentPath } from '../../../../../common/content/paths'
import type { LinkProblem, ProblemKind, SiteProblems } from '../../../../../common/links/answers'
import { api, sentenceOf, useServiceEvents } from '../../../api'

/** Events come in crowds. Milliseconds. */
const SETTLE = 800
const PAGE = 200
const LARGEST_PAGE = 1000

/** Which of the site are shown. */
interface Shown {
  /** All kinds where it is null. */
  readonly kind: ProblemKind | null
  readonly ignored: boolean
}

type Read =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly found: SiteProblems }
  | { readonly status: 'failed'; readonly message: string }

/** The problems of a site, kept true by events; what was found stays until the next is. */
export function useSiteProblems(site: ContentPath, { kind, ignored }: Shown) {
  const [limit, setLimit] = useState(PAGE)
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ readonly of: string; readonly read: Read } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const of = JSON.stringify([site, kind, ignored])
  useEffect(() => {
    const stopping = new AbortController()
    problemsUpTo(site, { kind, ignored }, limit, stopping.signal).then(
      (found) => stopping.signal.aborted || setRead({ of, read: { status: 'ready', found } }),
      (error: unknown) =>
        stopping.signal.aborted || setRead({ of, read: { status: 'failed', message: sentenceOf(error) } })
    )
    return () => stopping.abort()
  }, [site, kind, ignored, limit, of, round])
  useEffect(() => () => clearTimeout(timer.current), [])
  const again = () => setRound((before) => before + 1)
  useServiceEvents((event) => {
    const places =
      event.type === 'file' || event.type === 'folder' || event.type === 'config'
        ? [event.path, 'from' in event ? event.from : undefined]
        : []
    const isHere = places.some((place) => place !== undefined && isWithin(contentPath(place), site))
    if (!isHere && event.type !== 'hello') return
    clearTimeout(timer.current)
    timer.current = setTimeout(again, SETTLE)
  })
  const now: Read = read?.of === of ? read.read : { status: 'loading' }
  return { read: now, again, more: () => setLimit(limit + LARGEST_PAGE) }
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
