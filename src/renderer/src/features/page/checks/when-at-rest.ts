/** Milliseconds after the last change, and how much later when the window is never at rest. */
const DELAY = 300
const LATEST = 2_000

/**
 * @returns what asks for work soon after the last time that it is asked for, in a moment of rest, and what
 * ends it
 */
export function whenAtRest(work: () => void): { readonly ask: () => void; readonly stop: () => void } {
  let idle = 0
  let timer = 0
  const stop = () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
  }
  const ask = () => {
    stop()
    timer = window.setTimeout(() => (idle = requestIdleCallback(work, { timeout: LATEST })), DELAY)
  }
  return { ask, stop }
}
