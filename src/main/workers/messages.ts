import { GalleyError, type Reason, type Sentence } from '../../common/errors'

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
  readonly said: Sentence | null
  readonly where: string | undefined
}

export function failureOf(error: unknown): Failure {
  if (error instanceof GalleyError) {
    const { reason, message, said, where } = error
    return { reason, message, said, where }
  }
  // the stack of a thread is a bound like time and memory
  const isTooDeep = error instanceof RangeError
  const message = isTooDeep ? TOO_DEEP : error instanceof Error ? error.message : String(error)
  return { reason: isTooDeep ? 'too-complex' : null, message, said: null, where: undefined }
}

export function errorOf({ reason, message, said, where }: Failure): Error {
  return reason === null
    ? new Error(message)
    : new GalleyError(reason, said ?? message, where === undefined ? {} : { where })
}

const TOO_DEEP = 'This is nested too deeply, or too large, to be worked on. Make it simpler, or split it.'
