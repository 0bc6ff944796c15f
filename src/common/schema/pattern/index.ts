import { assembled, type Program } from './program'
import { matchesSomewhere } from './match'
import { parsePattern, PatternRefusal } from './parse'

/** A `pattern` that answers in time proportional to pattern × text, whatever the two are. */
export interface Pattern {
  readonly source: string
  /** Steps of its program: what it weighs. */
  readonly size: number
  /** Whether the text holds a match anywhere: unanchored, as in JSON Schema. */
  test(text: string): boolean
}

export type CompiledPattern =
  { readonly pattern: Pattern } | { readonly refusal: 'invalid' | 'unsupported'; readonly message: string }

/** Longer patterns are refused: none that a person wrote comes near. */
const MAX_SOURCE = 4096

/**
 * Reads a regular expression of ECMAScript for use in a schema. Where the engine of the platform backtracks,
 * and a pattern such as `(a+)+$` can stop a window for hours, this one walks all alternatives at once.
 * Everything of ECMAScript works, lookaround too, except back references and patterns that unfold to more
 * than a few thousand steps: those are `unsupported`.
 */
export function compilePattern(source: string): CompiledPattern {
  const flags = flagsFor(source)
  if (flags === null) return { refusal: 'invalid', message: 'The pattern is not a valid regular expression.' }
  if (source.length > MAX_SOURCE)
    return { refusal: 'unsupported', message: `The pattern is longer than ${MAX_SOURCE} characters.` }
  let program: Program
  try {
    program = assembled(parsePattern(source, flags))
  } catch (error) {
    if (error instanceof PatternRefusal) return { refusal: 'unsupported', message: error.message }
    throw error
  }
  const unicode = flags === 'u'
  return {
    pattern: {
      source,
      size: program.code.length,
      test: (text) => matchesSomewhere(program, unicode ? codePointsOf(text) : codeUnitsOf(text))
    }
  }
}

/**
 * With `u` where that can be read, as JSON Schema asks for; else as a plain pattern, as older schemas are
 * written.
 */
function flagsFor(source: string): 'u' | '' | null {
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(source, flags)
      return flags
    } catch {
      // not readable this way
    }
  }
  return null
}

function codePointsOf(text: string): Uint32Array {
  const points = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; count++) {
    const point = text.codePointAt(at) ?? 0
    points[count] = point
    at += point > 0xffff ? 2 : 1
  }
  return points.subarray(0, count)
}

function codeUnitsOf(text: string): Uint32Array {
  const units = new Uint32Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}
