import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { behindFrame } from '../components/behind'
import { openDocumentAt, subscribeDocuments } from '../documents'
import { viewOf, type Tab } from '../workbench/workbench'

/** A document that takes longer is waited for no more, milliseconds. */
const LONGEST = 200
/** Whoever waits longer sees that something is opened, milliseconds. */
const SOON = 100

/**
 * The tab whose document is there to be read: what is known about a document comes behind the document
 * itself, and takes none of the time in which it is made.
 */
export function useBehind(tab: Tab | null): Tab | null {
  const [behind, setBehind] = useState(tab)
  const isLoading = useLoading(tab)
  useEffect(() => {
    const follow = () => startTransition(() => setBehind(tab))
    if (isLoading) {
      const timer = setTimeout(follow, LONGEST)
      return () => clearTimeout(timer)
    }
    return behindFrame(() => setBehind(tab))
  }, [tab, isLoading])
  return behind
}

/**
 * The tab that is looked at while the document of this one is read: the one before it, for a moment; then
 * itself. So a document that is there at once comes in one frame, without an empty one between.
 */
export function useSeen(tab: Tab, tabs: readonly Tab[]): Tab {
  const [seen, setSeen] = useState(tab)
  const [late, setLate] = useState<string | null>(null)
  const view = viewOf(tab)
  const isComing = useLoading(tab) && view !== viewOf(seen) && view !== late
  useEffect(() => {
    if (!isComing) return
    const timer = setTimeout(() => setLate(view), SOON)
    return () => clearTimeout(timer)
  }, [view, isComing])
  // a tab to look at something has gone when the next one is there
  if (isComing) return tabs.find((one) => viewOf(one) === viewOf(seen)) ?? seen
  if (seen !== tab) setSeen(tab)
  if (late !== null && late !== view) setLate(null)
  return tab
}

function useLoading(tab: Tab | null): boolean {
  return useSyncExternalStore(
    subscribeDocuments,
    () => tab?.kind === 'document' && openDocumentAt(tab.path)?.snapshot().phase.kind === 'loading'
  )
}
