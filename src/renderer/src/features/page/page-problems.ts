import { useEffect } from 'react'
import { checkHtml } from '../../../../common/checks/check-html'
import { linkProblems } from '../../../../common/checks/link-problems'
import type { DocumentSession } from '../../documents'
import { setProblems } from '../../documents/problems'
import { markBroken } from '../../engines/page/links/broken-links'
import type { PageSurface } from '../../engines/page/surface'
import { subscribeTree, tree, walkSite } from '../../engines/tree/tree-store'
import { readingProblems } from './checks/reading-problems'
import { followRedirects } from './links/redirected'
import { leadsNowhere } from './links/where-to'

/** Milliseconds after the last change, and how much later when the window is never at rest. */
const DELAY = 300
const LATEST = 2_000

/** Looks for what is wrong in the source of a page, soon after each change, and for links that lead nowhere, also when files come or go. */
export function usePageProblems(session: DocumentSession, surface: PageSurface): void {
  useEffect(() => {
    let idle = 0
    let timer = 0
    const stop = () => {
      clearTimeout(timer)
      cancelIdleCallback(idle)
    }
    const look = () => {
      const text = session.text()
      const links = linkProblems(text, (address) => leadsNowhere(address, session.path))
      setProblems(session.path, [...checkHtml(text), ...links.problems, ...readingProblems(surface, text)])
      surface.look(markBroken(links.broken))
    }
    const wait = () => {
      stop()
      timer = window.setTimeout(() => (idle = requestIdleCallback(look, { timeout: LATEST })), DELAY)
    }
    wait()
    let { folders } = tree()
    const ends = [
      session.followText(wait),
      followRedirects(wait),
      subscribeTree(() => {
        if (tree().folders === folders) return
        folders = tree().folders
        wait()
      })
    ]
    void walkSite()
    return () => {
      ends.forEach((end) => end())
      stop()
    }
  }, [session, surface])
}
