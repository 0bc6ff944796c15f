import { useSyncExternalStore } from 'react'
import { isServedOverHttp } from './page-key'

let over = false
const listeners = new Set<() => void>()

/** Takes note of what the service answered: `401` means that this browser's session has ended, anything good that it has one. */
export function noteAnswer({ status, ok }: Pick<Response, 'status' | 'ok'>): void {
  if (!isServedOverHttp() || (status !== 401 && !ok)) return
  const now = status === 401
  if (over === now) return
  over = now
  listeners.forEach((tell) => tell())
}

/** Whether this browser was signed in, and is not any more. */
export function useSessionOver(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => over
  )
}
