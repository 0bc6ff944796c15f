import type { BlamePlace } from '../../../../../common/diff'

export interface BlameState {
  readonly load: () => Promise<string>
}

/** Where something was in the other of two states; null when it was not there, or another. */
export type TraceBetween = (older: string, newer: string, place: BlamePlace) => Promise<BlamePlace | null>

const TIME_LIMIT = 15_000

/**
 * Goes from state to state for as long as the place has what it has in the first one, and loads none beyond (D11).
 * @returns index of the last state that has it, and why the walk ended there
 * @throws when `signal` aborts, or a state cannot be read
 */
export async function walkBack(
  states: readonly BlameState[],
  place: BlamePlace,
  trace: TraceBetween,
  signal: AbortSignal
): Promise<{ readonly last: number; readonly ended: 'changed' | 'no-more' | 'time' }> {
  const until = Date.now() + TIME_LIMIT
  let at = place
  let known: string | null = null
  for (const [index, state] of states.entries()) {
    signal.throwIfAborted()
    if (Date.now() > until) return { last: index - 1, ended: 'time' }
    const text = await state.load()
    if (known !== null && known !== text) {
      const found = await trace(text, known, at)
      if (found === null) return { last: index - 1, ended: 'changed' }
      at = found
    }
    known = text
  }
  return { last: states.length - 1, ended: 'no-more' }
}
