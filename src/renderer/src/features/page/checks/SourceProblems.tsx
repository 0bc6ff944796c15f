import { useEffect } from 'react'
import type { DocumentSession } from '../../../documents'
import { setProblems } from '../../../documents/problems'
import { followSite, siteProblems } from './site-problems'
import { whenAtRest } from './when-at-rest'

/**
 * While a page is written in as its source: what it names and its site does not have is told there too. It
 * draws nothing.
 */
export function SourceProblems({ session }: { readonly session: DocumentSession }) {
  useEffect(() => {
    const { ask, stop } = whenAtRest(() =>
      setProblems(session.path, siteProblems(session.text(), session.path).problems, 'site')
    )
    ask()
    const ends = [session.followText(ask), followSite(ask)]
    return () => {
      ends.forEach((end) => end())
      stop()
    }
  }, [session])
  return null
}
