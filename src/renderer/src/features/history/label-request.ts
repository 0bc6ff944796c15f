import { useSyncExternalStore } from 'react'

let asked = 0
const listeners = new Set<() => void>()

/** The History panel shows its label field. */
export function askForLabel(): void {
  asked++
  listeners.forEach((tell) => tell())
}

/** Counts the requests for the label field. */
export function useLabelRequests(): number {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => asked
  )
}

/** Forgets the request: the field is shown, or no longer wanted. */
export function labelAnswered(): void {
  if (asked === 0) return
  asked = 0
  listeners.forEach((tell) => tell())
}
