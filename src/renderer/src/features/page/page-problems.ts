import { useEffect } from 'react'
import { checkHtml } from '../../../../common/checks/check-html'
import type { DocumentSession } from '../../documents'
import { setProblems } from '../../documents/problems'

/** Milliseconds after the last change, and how much later when the window is never at rest. */
const DELAY = 300
const LATEST = 2_000

/** Looks for what is wrong in the source of a page, soon after each change. */
export function usePageProblems(session: DocumentSession): void {
  useEffect(() => {
    let idle = 0
    let timer = 0
    const stop = () => {
      clearTimeout(timer)
      cancelIdleCallback(idle)
    }
    const look = () => setProblems(session.path, checkHtml(session.text()))
    const wait = () => {
      stop()
      timer = window.setTimeout(() => (idle = requestIdleCallback(look, { timeout: LATEST })), DELAY)
    }
    wait()
    const end = session.followText(wait)
    return () => {
      end()
      stop()
    }
  }, [session])
}
