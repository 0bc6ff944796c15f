import { assertNever } from '../errors'
import type { LeafField } from './fields'
import type { JsonValue } from '../json/value'
import type { Keywords, TypeName } from './keywords'
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
      const [minLength, maxLength] = keywords.bounds('minLength', 'maxLength', 'size')
      const multiline = !options && keywords.get('x-semantic-type')?.value === 'long-text'
      return {
        ...basics,
        kind: type,
        options,
        minLength,
        maxLength,
        pattern: keywords.pattern(cache),
        multiline
      }
    }
    case 'number':
    case 'integer': {
      keywords.noteOthers(usedByNumbers)
      const options = keywords.options((value) => typeof value === 'number')
      const [minimum, maximum] = keywords.bounds('minimum', 'maximum', 'number')
      return { ...basics, kind: type, options, minimum, maximum }
    }
    case 'boolean':
      keywords.noteOthers(usedByBooleans)
      return { ...basics, kind: type, options: keywords.options((value) => typeof value === 'boolean') }
    default:
      return assertNever(type)
  }
}

const usedByStrings = new Set(['enum', 'minLength', 'maxLength', 'pattern'])
const usedByNumbers = new Set(['enum', 'minimum', 'maximum'])
const usedByBooleans = new Set(['enum'])
