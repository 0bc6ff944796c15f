import { HOLDS } from '../records/holds'

/** Ways in of people's browsers, notes of one machine, and who holds what just now: they stay where they are. */
const staying: ReadonlySet<string> = new Set([
  'browser-sessions',
  'sign-in-links',
  'served-at',
  'readiness',
  HOLDS
])

const KIND = /^[a-z][a-z0-9-]{0,63}$/

/** Whether records of a kind go with their workspace into another store. */
export const isKindThatGoes = (kind: string): boolean => KIND.test(kind) && !staying.has(kind)

/** What was found on one disk tells nothing of another. */
export const isSettingThatGoes = (name: string): boolean => KIND.test(name) && name !== 'health'
