import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { IndexOverview } from '../../../../common/query-index/answers'
import { useServiceEvents } from '../../api'
import { publishing } from '../../api/publishing'

/** What readers get now, kept true by the event stream; null while it is not known. */
export function useIndexState(site: ContentPath): readonly [IndexOverview | null, () => void] {
  const [look, setLook] = useState(0)
  const [state, setState] = useState<IndexOverview | null>(null)
  const again = () => setLook((count) => count + 1)
  useServiceEvents((event) => {
    if (event.type === 'hello') return again()
    const path = 'path' in event ? event.path : ''
    if ((event.type === 'published' || event.type === 'file') && path.startsWith(`${site}/`)) again()
  })
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(
      () => void publishing.index(site, stop.signal).then(setState, () => undefined),
      look === 0 ? 0 : SETTLE
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [site, look])
  return [state, again]
}

const SETTLE = 300
