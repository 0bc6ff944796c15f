import type { SchemaIssueReason, Severity } from './issues'

/** How much each kind of issue matters. What lies outside of the subset is ignored, and no fault (F2). */
export const severityOf: Readonly<Record<SchemaIssueReason, Severity>> = {
  'unsupported-composition': 'note',
  'unsupported-type': 'note',
  'type-as-array': 'note',
  'missing-type': 'error',
  'external-ref': 'note',
  'unresolved-ref': 'error',
  'invalid-pattern': 'error',
  'reserved-key': 'error',
  'malformed-key': 'note',
  'ref-too-deep': 'warning',
  'circular-ref': 'error',
  'unsupported-pattern': 'warning',
  'invalid-keyword': 'error',
  contradiction: 'error',
  'unknown-required': 'warning',
  'invalid-default': 'warning',
  'unsupported-root': 'error',
  'too-deep': 'error',
  'too-large': 'error',
  'ignored-keyword': 'note',
  'not-json': 'error',
  'not-an-object': 'error'
}

/** Text out of a schema, fit for a sentence: quoted and cut. */
export function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`
}

export const listed = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

/** `1 item`, `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
