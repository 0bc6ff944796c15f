import { GalleyError, type Reason } from '../../common/errors'

/** What a worker says; `ready` once, when its program has been read. */
export type Reply<T> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly output: T }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** An error, as it can cross the border of a thread. */
export interface Failure {
  /** Null: what failed is no GalleyError. */
  readonly reason: Reason | null
  readonly message: string
  readonly where: string | undefined
}

export function failureOf(error: unknown): Failure {
  if (error instanceof GalleyError) {
    const { reason, message, where } = error
    return { reason, message, where }
  }
  // the stack of a thread is a bound like time and memory
  if (error instanceof RangeError) return { reason: 'too-complex', message: TOO_DEEP, where: undefined }
  return { reason: null, message: error instanceof Error ? error.message : String(error), where: undefined }
}

export function errorOf({ reason, message, where }: Failure): Error {
  return reason === null
    ? new Error(message)
    : new GalleyError(reason, message, where === undefined ? {} : { where })
}

const TOO_DEEP = 'This is nested too deeply, or too large, to be worked on. Make it simpler, or split it.'
