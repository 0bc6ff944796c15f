import { assertNever } from '../errors'
import type { LeafField } from './fields'
import type { JsonValue } from '../json/value'
import type { Keywords, TypeName } from './keywords'
import { numberKeywords, readNumberLimits } from './number-limits'
import { readTextLimits, textKeywords } from './text-limits'
import type { PatternCache } from './pattern-cache'
import type { Pointer } from '../json/pointer'

/** What every field has. */
export interface Basics {
  readonly title: string | null
  readonly description: string | null
  readonly readOnly: boolean
  readonly default: JsonValue | undefined
  readonly source: Pointer
}

/** A field with one value, from its keywords. */
export function leafField(
  type: Exclude<TypeName, 'object' | 'array'>,
  keywords: Keywords,
  basics: Basics,
  cache: PatternCache
): LeafField {
  switch (type) {
    case 'string': {
      keywords.noteOthers(usedByStrings)
      const options = keywords.options((value) => typeof value === 'string')
      const multiline = !options && keywords.get('x-semantic-type')?.value === 'long-text'
      return {
        ...basics,
        kind: type,
        options,
        multiline,
        ...readTextLimits(keywords, cache)
      }
    }
    case 'number':
    case 'integer': {
      keywords.noteOthers(usedByNumbers)
      const options = keywords.options((value) => typeof value === 'number')
      return { ...basics, kind: type, options, ...readNumberLimits(keywords) }
    }
    case 'boolean':
      keywords.noteOthers(usedByBooleans)
      return { ...basics, kind: type, options: keywords.options((value) => typeof value === 'boolean') }
    default:
      return assertNever(type)
  }
}

const usedByStrings = new Set<string>(['enum', ...textKeywords])
const usedByNumbers = new Set<string>(['enum', ...numberKeywords])
const usedByBooleans = new Set(['enum'])
