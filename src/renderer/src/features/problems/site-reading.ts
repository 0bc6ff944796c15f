import { useEffect, useRef, useState } from 'react'
import { contentPath, isWithin, type ContentPath } from '../../../../common/content/paths'
import { sentenceOf, useServiceEvents } from '../../api'

/** Events come in crowds. Milliseconds. */
const SETTLE = 800

type Read<Found> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly found: Found }
  | { readonly status: 'failed'; readonly message: string }

/**
 * What is found in a site, kept true by events; what was found stays until the next is.
 * @param of what is asked for, as a text; another one is asked for at once
 * @param ask the same function for the same `of`
 */
export function useSiteReading<Found>(
  site: ContentPath,
  of: string,
  ask: (signal: AbortSignal) => Promise<Found>
): { readonly read: Read<Found>; readonly again: () => void } {
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ readonly of: string; readonly read: Read<Found> } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const stopping = new AbortController()
    ask(stopping.signal).then(
      (found) => stopping.signal.aborted || setRead({ of, read: { status: 'ready', found } }),
      (error: unknown) =>
        stopping.signal.aborted || setRead({ of, read: { status: 'failed', message: sentenceOf(error) } })
    )
    return () => stopping.abort()
  }, [of, ask, round])
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
  return { read: read?.of === of ? read.read : { status: 'loading' }, again }
}
