import { numberText } from '../../../common/number-text'

/**
 * What people read of times and numbers, in one way for the whole window. The language of the interface is
 * English.
 */
const LANGUAGE = 'en'
/** Days before months, 24 hours: what English is written with outside of one country. */
const DATES = 'en-GB'

const clock = new Intl.DateTimeFormat(DATES, { timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(DATES, { dateStyle: 'full', timeStyle: 'medium' })
const full = new Intl.DateTimeFormat(DATES, { dateStyle: 'full', timeStyle: 'short' })
const short = new Intl.DateTimeFormat(DATES, { dateStyle: 'medium', timeStyle: 'short' })
const weekdayAndClock = new Intl.DateTimeFormat(DATES, {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit'
})
const weekday = new Intl.DateTimeFormat(DATES, { weekday: 'long', day: 'numeric', month: 'long' })
const withYear = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })
const shortly = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto', style: 'short' })
const tenths = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 })
const sums = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 6 })

export { numberText }

/** `1.5` */
export const shortNumber = (value: number): string => tenths.format(value)

/** `12,345.678901`: six figures behind the point at most. */
export const sumText = (value: number): string => sums.format(value)

/** `14:02` */
export const clockOf = (at: number) => clock.format(at)

/** `14:02–14:30`, or one time of day when both are the same. */
export function spanOf(from: number, to: number): string {
  const [start, end] = [clockOf(from), clockOf(to)]
  return start === end ? start : `${start}–${end}`
}

/** With weekday and seconds, for hovering. */
export const exactTime = (at: number) => exact.format(at)

/** `Saturday 21 November 2026 at 14:02` */
export const fullTime = (at: number) => full.format(at)

/** `Sat 14:02` */
export const weekdayTime = (at: number) => weekdayAndClock.format(at)

/** `Today`, `Yesterday`, `Monday 2 November`, `2 November 2025` */
export function dayTitle(at: number, now: number): string {
  if (isSameDay(at, now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (isSameDay(at, yesterday.getTime())) return 'Yesterday'
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? weekday : withYear).format(at)
}

/** `21 Nov 2026, 14:02` */
export const shortTime = (at: number) => short.format(at)

/** `14:02` today, else `21 Nov 2026, 14:02`. */
export function dayAndClock(at: number, now: number): string {
  return isSameDay(at, now) ? clockOf(at) : shortTime(at)
}

/** Its label, else when it was made. */
export function versionName(
  version: { readonly label?: string; readonly timestamp: number },
  now: number
): string {
  return version.label ?? dayAndClock(version.timestamp, now)
}

/** `5 min. ago`, `14:02`, or with its day when it is not today. */
export function whenOf(at: number, now: number): string {
  return isSameDay(at, now) ? timeAgo(at, now) : shortTime(at)
}

/** `5 min. ago` within the last hour, else the time of day. */
export function timeAgo(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  if (seconds > -45) return 'just now'
  const minutes = Math.round(seconds / 60)
  return minutes > -60 ? shortly.format(minutes, 'minute') : clockOf(at)
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60]
] as const

/** `5 minutes ago`. @param at Unix milliseconds */
export function relativeTime(at: number, now = Date.now()): string {
  const seconds = Math.round((at - now) / 1000)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return 'just now'
}

const isSameDay = (a: number, b: number) => new Date(a).toDateString() === new Date(b).toDateString()
