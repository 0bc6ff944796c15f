import type { ImportShown } from '../../../../common/importing/shapes'

interface Sample {
  readonly step: string
  readonly at: number
  readonly done: number
}

const begun = new Map<string, Sample>()

/** Milliseconds to go in the step under way, by its pace so far; null while that would be a guess. */
export function timeToGo(
  { name, state, progress: { done, total } }: ImportShown,
  now = Date.now()
): number | null {
  const step = `${state} ${total}`
  const start = begun.get(name)
  if (start?.step !== step) {
    begun.set(name, { step, at: now, done })
    return null
  }
  const [passed, went] = [now - start.at, done - start.done]
  return passed < 1500 || went < 5 || done >= total ? null : (passed / went) * (total - done)
}
