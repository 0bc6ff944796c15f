import { startTransition, useEffect, useState } from 'react'
import { atRest } from '../components/behind'
import { openDocumentAt, subscribeDocuments } from '../documents'
import type { Tab } from '../workbench/workbench'
import { useRead } from '../state/signal'

/** A document that takes longer is waited for no more, milliseconds. */
const LONGEST = 200

/**
 * The tab whose document is there to be read: what is known about a document comes behind the document
 * itself, and takes none of the time in which it is made.
 */
export function useBehind(tab: Tab | null): Tab | null {
  const [behind, setBehind] = useState(tab)
  const isLoading = useRead(
    { subscribe: subscribeDocuments },
    () => tab?.kind === 'document' && openDocumentAt(tab.path)?.snapshot().phase.kind === 'loading'
  )
  useEffect(() => {
    const follow = () => startTransition(() => setBehind(tab))
    if (isLoading) {
      const timer = setTimeout(follow, LONGEST)
      return () => clearTimeout(timer)
    }
    return atRest(() => setBehind(tab))
  }, [tab, isLoading])
  return behind
}
