import type { Finding, Row } from './row'
import { shown, verdictOn } from './verdict'

export interface Outcome {
  readonly row: Row
  readonly findings: readonly Finding[]
  /** Why the row could not be measured here. */
  readonly missing?: string
  /** What went wrong; then nothing of the row counts, and the run has failed. */
  readonly failed?: string
}

const heads = ['What', 'Galley', 'Baseline in the same run', 'Budget', 'Measured', 'Verdict']

/** The outcomes as lines of cells: one line a finding. */
export function cellsOf(outcomes: readonly Outcome[]): string[][] {
  return outcomes.flatMap(({ row, findings, missing, failed }) => {
    if (failed !== undefined)
      return [[row.title, `FAILED: ${failed.split('\n', 1)[0] ?? ''}`, '', '', '', 'FAILED']]
    if (missing !== undefined) return [[row.title, `not measured here: ${missing}`, '', '', '', '']]
    return findings.map((finding) => {
      const { budget, measured, kept } = verdictOn(finding)
      const { baseline } = finding
      return [
        `${row.title}: ${finding.what}`,
        shown(finding.galley),
        baseline ? `${shown(baseline.took)} · ${baseline.what}` : '',
        budget,
        measured,
        kept === null ? '' : kept ? 'kept' : 'MISSED'
      ]
    })
  })
}

/** For a terminal. */
export function plainTable(outcomes: readonly Outcome[]): string {
  const lines = [heads, ...cellsOf(outcomes)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

/** For a page of the documentation, with the day on which each was measured. */
export function markdownTable(outcomes: readonly Outcome[], day: string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const named = [...heads, 'Day']
  const cells = cellsOf(outcomes).map((one) => [...one, day])
  return [line(named), line(named.map(() => '---')), ...cells.map(line)].join('\n')
}
