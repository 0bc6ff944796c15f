import { count } from './issue-words'
import type { Keywords } from './keywords'
import type { Pattern } from './pattern'
import type { PatternCache } from './pattern-cache'

/** What a schema asks of a text, beside its options: as `NumberLimits` of numbers. */
export interface TextLimits {
  /** In characters (code points). */
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly pattern: Pattern | null
}

export const textKeywords = ['minLength', 'maxLength', 'pattern'] as const

export function readTextLimits(keywords: Keywords, cache: PatternCache): TextLimits {
  const [minLength, maxLength] = keywords.bounds('minLength', 'maxLength', 'size')
  return { minLength, maxLength, pattern: keywords.pattern(cache) }
}

interface TextBreach {
  readonly rule: (typeof textKeywords)[number]
  readonly limit?: number
  readonly message: string
}

/** The first of them that a text breaks; null when it breaks none. */
export function textBreach({ minLength, maxLength, pattern }: TextLimits, value: string): TextBreach | null {
  if (minLength !== null || maxLength !== null) {
    const length = lengthOf(value)
    if (minLength !== null && length < minLength)
      return {
        rule: 'minLength',
        limit: minLength,
        message: `Use at least ${count(minLength, 'character')}.`
      }
    if (maxLength !== null && length > maxLength)
      return { rule: 'maxLength', limit: maxLength, message: `Use at most ${count(maxLength, 'character')}.` }
  }
  if (pattern && !pattern.test(value))
    return { rule: 'pattern', message: `This must match the pattern ${pattern.source}` }
  return null
}

function lengthOf(text: string): number {
  let length = 0
  for (const _character of text) length++
  return length
}
