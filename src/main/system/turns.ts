/**
 * For a long walk over what is in memory: called at each step, it lets everybody else have a turn when this
 * one has lasted long enough.
 * @param most milliseconds of one turn
 */
export function takingTurns(most = 8): (isDue?: boolean) => Promise<void> {
  let began = performance.now()
  return async (isDue = false) => {
    if (!isDue && performance.now() - began < most) return
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}
