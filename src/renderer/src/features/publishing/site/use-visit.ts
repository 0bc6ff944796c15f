import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { sentenceOf, useServiceEvents } from '../../../api'
import { preparePage, type PreparedPage } from './prepare-page'
import { visit, type Place, type Visit } from './visit'

/** What a tab shows of a site. */
export type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'page'; readonly page: PreparedPage; readonly rest: string; readonly missing: boolean }
  | Exclude<Visit, { kind: 'page' }>

/**
 * What readers get at a place; asked for again when something of the site is published, or on demand: `count`
 * tells how often.
 */
export function useVisit(
  site: ContentPath,
  place: Place
): readonly [shown: Shown, again: () => void, count: number] {
  const { environment, rest } = place
  const [shown, setShown] = useState<{ readonly at: string; readonly what: Shown } | null>(null)
  const [count, setCount] = useState(0)
  const again = () => setCount((before) => before + 1)
  useServiceEvents((event) => {
    if (event.type === 'published' && event.environment === environment && event.path.startsWith(`${site}/`))
      again()
  })
  const at = `${environment} ${rest}`
  useEffect(() => {
    const stop = new AbortController()
    const place = { environment, rest }
    void look(site, place, stop.signal).then((what) => {
      if (!stop.signal.aborted) setShown({ at: `${environment} ${rest}`, what })
    })
    return () => stop.abort()
  }, [site, environment, rest, count])
  return [shown?.at === at ? shown.what : { kind: 'loading' }, again, count]
}

async function look(site: ContentPath, place: Place, signal: AbortSignal): Promise<Shown> {
  const found = await visit(site, place, signal)
  if (found.kind !== 'page') return found
  const { html, rest, missing } = found
  try {
    const page = await preparePage(html, site, { ...place, rest }, signal)
    return { kind: 'page', page, rest, missing }
  } catch (problem) {
    return { kind: 'failed', message: sentenceOf(problem) }
  }
}
