import { useEffect } from 'react'
import { checkHtml } from '../../../../common/checks/check-html'
import type { DocumentSession } from '../../documents'
import { subscribeLinks, watchLinks } from '../../documents/links/document-links'
import { setProblems } from '../../documents/problems'
import { markBroken } from '../../engines/page/links/broken-links'
import { words } from '../../engines/page/words'
import type { PageSurface } from '../../engines/page/surface'
import { readingProblems } from './checks/reading-problems'
import { followSite, siteProblems } from './checks/site-problems'
import { storedFaults } from './checks/stored-faults'
import { whenAtRest } from './checks/when-at-rest'

/**
 * Looks for what is wrong in the source of a page, soon after each change, and for what its site does not
 * have, also when files come or go.
 */
export function usePageProblems(session: DocumentSession, surface: PageSurface): void {
  useEffect(() => {
    const { ask, stop } = whenAtRest(() => {
      const text = session.text()
      const { problems, broken } = siteProblems(text, session.path)
      const stored = storedFaults(session.path, text, broken)
      setProblems(session.path, [...checkHtml(text), ...readingProblems(surface, text)])
      setProblems(session.path, [...problems, ...stored.problems], 'site')
      const whyOf = [...broken].map((address): [string, string] => [address, words.brokenLink])
      surface.look(markBroken(new Map([...stored.addresses, ...whyOf])))
    })
    ask()
    const ends = [session.followText(ask), followSite(ask), watchLinks(session.path), subscribeLinks(ask)]
    return () => {
      ends.forEach((end) => end())
      stop()
    }
  }, [session, surface])
}
