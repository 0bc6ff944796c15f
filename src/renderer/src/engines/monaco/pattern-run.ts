/** More matches than this the editor does not mark; it then replaces over the text as a whole. */
const MOST_MATCHES = 19_999

/** What a person looks for in a text, as the editor does. */
export interface PatternSearch {
  /** With LF at the ends of its lines. */
  readonly text: string
  readonly pattern: string
  readonly matchCase: boolean
}

/**
 * Looks for a pattern as the editor will, line by line or over all, to see how long that takes. A broken
 * pattern finds nothing, at once.
 */
export function runPattern({ text, pattern, matchCase }: PatternSearch): void {
  const isMultiline = /(?:^|[^\\])(?:\\\\)*\\[nrW]|\n/.test(pattern)
  const expression = expressionOf(pattern, `g${matchCase ? '' : 'i'}${isMultiline ? 'm' : ''}u`)
  if (!expression) return
  let left = MOST_MATCHES
  for (const part of isMultiline ? [text] : text.split('\n')) {
    left -= matchesIn(expression, part, left)
    if (left <= 0) break
  }
  if (left <= 0 && !isMultiline) text.replace(new RegExp(expression.source, `${expression.flags}m`), '')
}

function matchesIn(expression: RegExp, text: string, most: number): number {
  let found = 0
  expression.lastIndex = 0
  for (let match = expression.exec(text); match && found < most; match = expression.exec(text)) {
    found += 1
    if (match[0] === '') expression.lastIndex += 1
  }
  return found
}

function expressionOf(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return null
  }
}
