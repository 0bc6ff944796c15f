/**
 * Long work over what is in memory, which stops again and again so that somebody else may have a turn;
 * `'long'` where what comes next cannot be divided, so that it does not begin at the end of a turn.
 */
export type Steps<Result> = Generator<'long' | undefined, Result, undefined>

/** Does all of it without a stop. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** @param turn called at each stop: it gives others a turn when it is time, or at once */
export async function inTurns<Result>(
  steps: Steps<Result>,
  turn: (atOnce: boolean) => Promise<void>
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turn(step.value === 'long')
  }
}
