/** Long work over what is in memory, which stops again and again so that somebody else may have a turn. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does all of it without a stop. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** @param turn called at each stop: it gives others a turn when it is time */
export async function inTurns<Result>(steps: Steps<Result>, turn: () => Promise<void>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turn()
  }
}
