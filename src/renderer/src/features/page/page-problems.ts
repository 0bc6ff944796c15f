import { useEffect } from 'react'
import { checkHtml } from '../../../../common/checks/check-html'
import type { DocumentSession } from '../../documents'
import { setProblems } from '../../documents/problems'

/** Milliseconds after the last change, and how much later when the window is never at rest. */
const DELAY = 300
const LATEST = 2_000

/** Looks for what is wrong in the source of a page, soon after each change. */
export function usePageProblems(session: DocumentSession, revision: number): void {
  useEffect(() => {
    let idle = 0
    const timer = setTimeout(() => {
      idle = requestIdleCallback(() => setProblems(session.path, checkHtml(session.text())), {
        timeout: LATEST
      })
    }, DELAY)
    return () => {
      clearTimeout(timer)
      cancelIdleCallback(idle)
    }
  }, [session, revision])
}
