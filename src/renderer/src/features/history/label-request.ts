import { createStore, useStore } from '../../state/store'

const asked = createStore(0)

/** The History panel shows its label field. */
export function askForLabel(): void {
  asked.set(asked.now() + 1)
}

/** Counts the requests for the label field. */
export function useLabelRequests(): number {
  return useStore(asked)
}

/** Forgets the request: the field is shown, or no longer wanted. */
export function labelAnswered(): void {
  asked.set(0)
}
