import { createStore, useStore } from '../state/store'
import { isServedOverHttp } from './page-key'

const over = createStore(false)

/**
 * Takes note of what the service answered: `401` means that this browser's session has ended, anything good
 * that it has one.
 */
export function noteAnswer({ status, ok }: Pick<Response, 'status' | 'ok'>): void {
  if (!isServedOverHttp() || (status !== 401 && !ok)) return
  over.set(status === 401)
}

/** Whether this browser was signed in, and is not any more. */
export const useSessionOver = (): boolean => useStore(over)
