const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })

/** `14:02` */
export const clockOf = (at: number) => clock.format(at)

/** `14:02–14:30`, or one time of day when both are the same. */
export function spanOf(from: number, to: number): string {
  const [start, end] = [clockOf(from), clockOf(to)]
  return start === end ? start : `${start}–${end}`
}

/** With weekday and seconds, for hovering. */
export const exactTime = (at: number) => exact.format(at)

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
  return minutes > -60 ? relative.format(minutes, 'minute') : clockOf(at)
}

const isSameDay = (a: number, b: number) => new Date(a).toDateString() === new Date(b).toDateString()
