import { GalleyError, sentence } from '../errors'

/**
 * What is beyond a bound, for the sentence: what it is, how much of what is allowed, how much was found, and
 * where.
 */
interface Excess {
  /** As the sentence begins: `This page`, `The query index definition`. */
  readonly what: string
  /** As in `elements`, `levels of nesting`. */
  readonly of: string
  readonly bound: number
  /** Left out where counting ended at the bound. */
  readonly found?: number
  /** A line, a JSON Pointer, a path. */
  readonly where?: string
}

/** For what is made so that reading it takes too long, whatever its length. */
export function tooComplex(excess: Excess): GalleyError {
  return refusal('too-complex', excess)
}

/** For what is simply too long. */
export function tooLarge(excess: Excess): GalleyError {
  return refusal('too-large', excess)
}

/**
 * Whether something was refused for its size or its shape: it can still be shown, edited and saved as the
 * text that it is.
 */
export function isBeyondBounds(error: unknown): error is GalleyError {
  return error instanceof GalleyError && (error.reason === 'too-complex' || error.reason === 'too-large')
}

/** What is read, or null where that is beyond the bounds. Every other error is thrown on. */
export function withinBounds<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isBeyondBounds(error)) return null
    throw error
  }
}

function refusal(
  reason: 'too-complex' | 'too-large',
  { what, of, bound, found, where }: Excess
): GalleyError {
  const size = reason === 'too-large' ? 'large' : 'complicated'
  const place = where === undefined ? '' : ` (${where})`
  return new GalleyError(
    reason,
    sentence`${{ what }} is too ${{ size }} to be worked with: at most ${{ 'bound, number': bound }} ${{ of }} are read, and it has ${{ 'found, number': found ?? 'more' }}${{ place }}. Make it simpler, or divide it; as source text it can be edited as it is.`,
    where === undefined ? {} : { where }
  )
}
