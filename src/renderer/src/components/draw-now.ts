import { flushSync } from 'react-dom'

/**
 * Draws what this key or click has changed before the next one comes: what takes the keyboard then is there,
 * and no letter goes to what had it before.
 */
export const drawNow = (): void => flushSync(() => undefined)
