import { GalleyError } from '../../errors'

/**
 * How a caller may end a comparison that takes too long: a worker that has been told to cancel, a moment by
 * which to be done.
 */
export interface StopOptions {
  /** Asked now and then; `true` ends the work. */
  readonly shouldStop?: (() => boolean) | undefined
  /** A moment as `Date.now()` counts. */
  readonly deadline?: number | undefined
}

/** Called on every step of the work. @throws GalleyError cancelled when the caller wants no more */
export type Stop = (steps?: number) => void

const STEPS_BETWEEN_LOOKS = 4096

export function stopOf({ shouldStop, deadline }: StopOptions = {}): Stop {
  if (!shouldStop && deadline === undefined) return () => {}
  let left = 0
  return (steps = 1) => {
    left -= steps
    if (left > 0) return
    left = STEPS_BETWEEN_LOOKS
    if (shouldStop?.() || (deadline !== undefined && Date.now() > deadline)) {
      throw new GalleyError('cancelled', 'The comparison was stopped before it was done.')
    }
  }
}
