import { bounds, isBeyondBounds } from '../../../../common/bounds'
import type { Problem } from '../../../../common/checks/problem'
import { unseenProblems } from '../../../../common/checks/unseen-problems'
import { parsePage } from '../../../../common/html'
import { deliveredBody } from '../../../../common/publishing/page'

/** A page as its readers would get it. */
interface ReadersView {
  readonly html: string
  /** What stands in it and reaches no reader. */
  readonly unseen: readonly Problem[]
}

/**
 * What delivery would leave out is not drawn, and told instead (U6). A page that is too large to be checked
 * while it is typed is as it is.
 */
export function readersView(html: string): ReadersView {
  if (html.length > bounds.htmlInWindow.characters) return { html, unseen: [] }
  try {
    const roots = parsePage(html)
    return { html: deliveredBody(html, roots), unseen: unseenProblems(html, roots) }
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return { html, unseen: [] }
  }
}
