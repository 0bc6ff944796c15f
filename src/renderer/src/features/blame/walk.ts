import type { BlamePlace, DiffAnswers } from '../../../../common/compare'

export interface BlameState {
  readonly load: (signal: AbortSignal) => Promise<string>
}

/** For how many of some states, neighbours in time, the place stays as it is in the first of them. */
type TraceStates = (
  texts: readonly string[],
  place: BlamePlace,
  signal: AbortSignal
) => Promise<DiffAnswers['trace']>

/** Index of the last state that has it, and why the walk ended there. */
interface Walked {
  readonly last: number
  readonly ended: 'changed' | 'no-more'
}

export interface Walk {
  /**
   * Goes on from where it was stopped.
   * @param told how many states have it, after each stretch
   * @throws when `signal` aborts, or a state cannot be read
   */
  readonly go: (signal: AbortSignal, told: (looked: number) => void) => Promise<Walked>
}

/** States that are read at once at most. */
const MOST = 64
/**
 * A stretch that takes longer is followed by a shorter one, so that stopping and telling are prompt;
 * milliseconds.
 */
const SLOW = 250

/**
 * Goes from state to state for as long as the place has what it has in the first one; in stretches that grow
 * while nothing is found (D11).
 */
export function createWalk(states: readonly BlameState[], place: BlamePlace, trace: TraceStates): Walk {
  let last = 0
  let at = place
  let known: string | null = null
  let stretch = 1
  return {
    go: async (signal, told) => {
      while (last < states.length - 1) {
        signal.throwIfAborted()
        const began = performance.now()
        const first: string = known ?? (await states[last]?.load(signal)) ?? ''
        const older = states.slice(last + 1, last + 1 + stretch)
        const texts = [first, ...(await Promise.all(older.map((state) => state.load(signal))))]
        signal.throwIfAborted()
        const traced = await trace(texts, at, signal)
        signal.throwIfAborted()
        last += traced.kept - 1
        if (traced.kept < texts.length) return { last, ended: 'changed' }
        at = traced.place
        known = texts.at(-1) ?? null
        told(last + 1)
        const slow = performance.now() - began > SLOW
        stretch = slow ? Math.max(1, stretch >> 1) : Math.min(MOST, stretch * 2)
      }
      return { last, ended: 'no-more' }
    }
  }
}
