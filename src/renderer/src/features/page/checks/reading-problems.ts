import type { Problem } from '../../../../../common/checks/problem'
import { placeAt } from '../../../documents/go-to'
import { markFindings } from '../../../engines/page/checks/finding-marks'
import { findingsIn, offsetOfFinding } from '../../../engines/page/checks/findings'
import type { PageSurface } from '../../../engines/page/surface'

/** More than this are not told of one page, nor marked. */
const MOST = 50

/**
 * What readers of the page would stumble over, marked at its place and as problems of its source (VE15).
 * @param text the source of the page as it is now
 */
export function readingProblems(surface: PageSurface, text: string): Problem[] {
  const { state } = surface
  if (!state) return []
  const findings = findingsIn(state.doc).slice(0, MOST)
  surface.look(markFindings(state.doc, findings))
  return findings.flatMap((finding): Problem[] => {
    const offset = finding.isInSource ? null : offsetOfFinding(state, finding)
    if (offset === null) return []
    const { line, column } = placeAt(text, offset)
    const { message } = finding
    return [{ severity: 'warning', message, line, column, endLine: line, endColumn: column + 1 }]
  })
}
