import { bounds, isBeyondBounds } from '../../../../common/bounds'
import type { Problem } from '../../../../common/checks/problem'
import { unseenProblems } from '../../../../common/checks/unseen-problems'
import { parsePage } from '../../../../common/html'
import { placesIn, type SourceStretch } from '../../engines/preview/source-places'
import { deliveredBody } from '../../../../common/publishing/page'

/** A page as its readers would get it. */
interface ReadersView {
  readonly html: string
  /** What stands in it and reaches no reader. */
  readonly unseen: readonly Problem[]
  /** Where what is drawn stands in the source, by the numbers that it is marked with. */
  readonly places: readonly SourceStretch[]
}

/**
 * What delivery would leave out is not drawn, and told instead (U6). A page that is too large to be checked
 * while it is typed is as it is.
 */
export function readersView(html: string): ReadersView {
  if (html.length > bounds.htmlInWindow.characters) return { html, unseen: [], places: [] }
  try {
    const roots = parsePage(html)
    const { marks, places } = placesIn(roots)
    return { html: deliveredBody(html, roots, marks), unseen: unseenProblems(html, roots), places }
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return { html, unseen: [], places: [] }
  }
}
