import { createStore, useStore } from '../state/store'

const MINUTE = 60_000
const now = createStore(Date.now(), () => {
  const timer = setInterval(tick, MINUTE / 2)
  if (Date.now() - now.now() > MINUTE / 2) queueMicrotask(tick)
  return () => clearInterval(timer)
})

/** The time, to within a minute: relative times stay true. */
export const useNow = (): number => useStore(now)

function tick(): void {
  now.set(Date.now())
}
