/** What waits for a moment of rest, in the order in which it came. */
const waiting = new Set<() => void>()

/** A moment of rest ends so many milliseconds before its time. */
const SPARE = 2

/**
 * Makes what a part has beside its text: when somebody points at the part, or else in a moment of rest. A
 * page has hundreds of parts, and what shows only under the pointer takes no time of its opening.
 * @returns makes it now, if it is not made yet
 */
export function whenSeen(part: HTMLElement, make: () => void): () => void {
  const now = () => {
    if (!waiting.delete(now)) return
    part.removeEventListener('pointerenter', now)
    make()
  }
  if (waiting.size === 0) atRest()
  waiting.add(now)
  part.addEventListener('pointerenter', now)
  return now
}

function atRest(): void {
  requestIdleCallback((rest) => {
    for (const now of waiting) {
      if (rest.timeRemaining() < SPARE) return atRest()
      now()
    }
  })
}
