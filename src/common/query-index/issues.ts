export type Severity = 'error' | 'warning'

/**
 * Something about a definition, with its place: lines and columns count from 1, the end is behind the last
 * sign.
 */
export interface Issue {
  readonly severity: Severity
  readonly message: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}
