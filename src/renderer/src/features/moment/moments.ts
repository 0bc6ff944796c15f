import type { MomentChange } from '../../../../common/moment/answers'
import { numberText } from '../../components/formats'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Preset {
  readonly id: string
  readonly label: string
  /** @returns Unix milliseconds */
  readonly at: (now: number) => number
}

/** The moments that people most often go back to. */
export const presets: readonly Preset[] = [
  { id: 'hour', label: '1 hour ago', at: (now) => now - HOUR },
  { id: 'today', label: 'Start of today', at: (now) => new Date(now).setHours(0, 0, 0, 0) },
  { id: 'yesterday', label: 'Yesterday', at: (now) => now - DAY },
  { id: 'week', label: 'A week ago', at: (now) => now - 7 * DAY }
]

/** For a field of type `datetime-local`: the local time to the second. */
export function fieldTime(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** The moment that such a field names; null for what is none, and for the future. */
export function momentIn(text: string, now: number): number | null {
  const at = new Date(text).getTime()
  return Number.isFinite(at) && at > 0 && at < now ? at : null
}

/** What happened to a file, as a column says it. */
export const kindWords: Readonly<Record<MomentChange['kind'], string>> = {
  added: 'Added',
  deleted: 'Deleted',
  moved: 'Moved',
  changed: 'Changed'
}

export const filesWords = (count: number) => (count === 1 ? '1 file' : `${numberText(count)} files`)
