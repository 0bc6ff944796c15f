/** So long the window may stand still at once. Milliseconds. */
const SLICE_MS = 30

/** To be asked again and again in long work: waits, when it is time, until the window has drawn and answered what came meanwhile. */
export function windowTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}
