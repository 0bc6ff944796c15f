/** A stretch of time, in Unix milliseconds: from its first moment to the one after its last. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * What `changed:` may say, in the time of this computer: a day, month or year, with `>`, `>=`, `<` or `<=`
 * before it; two with `..` between; `today`, `yesterday`; `7d`, `3w`, `6m` back from now. Null for all else.
 */
export function stretchOf(text: string, now: number): Stretch | null {
  const [, first, second] = /^(.+?)\.\.(.+)$/.exec(text) ?? []
  if (first !== undefined && second !== undefined) {
    const [from, to] = [dayOf(first, now), dayOf(second, now)]
    return from && to && from.from < to.to ? { from: from.from, to: to.to } : null
  }
  const [, sign = '', rest = ''] = /^([<>]=?|)(.*)$/.exec(text) ?? []
  if (sign === '') return dayOf(rest, now) ?? backFrom(rest, now)
  const day = dayOf(rest, now)
  if (!day) return null
  if (sign === '>') return { from: day.to, to: Infinity }
  if (sign === '>=') return { from: day.from, to: Infinity }
  return { from: -Infinity, to: sign === '<' ? day.from : day.to }
}

function dayOf(text: string, now: number): Stretch | null {
  const today = new Date(now)
  if (text === 'today') return days(today.getFullYear(), today.getMonth(), today.getDate(), 1)
  if (text === 'yesterday') return days(today.getFullYear(), today.getMonth(), today.getDate() - 1, 1)
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? []
  if (year === '') return null
  const at = Number(year)
  if (month === undefined) return between(new Date(at, 0, 1), new Date(at + 1, 0, 1))
  const months = Number(month) - 1
  if (months < 0 || months > 11) return null
  if (day === undefined) return between(new Date(at, months, 1), new Date(at, months + 1, 1))
  const date = Number(day)
  // a day that the month does not have is another month's
  if (new Date(at, months, date).getMonth() !== months || date < 1) return null
  return days(at, months, date, 1)
}

const days = (year: number, month: number, day: number, count: number): Stretch =>
  between(new Date(year, month, day), new Date(year, month, day + count))

const between = (from: Date, to: Date): Stretch => ({ from: from.getTime(), to: to.getTime() })

function backFrom(text: string, now: number): Stretch | null {
  const [, count = '', unit = ''] = /^(\d{1,4})([dwm])$/.exec(text) ?? []
  if (count === '' || Number(count) === 0) return null
  const from = new Date(now)
  if (unit === 'm') from.setMonth(from.getMonth() - Number(count))
  else from.setDate(from.getDate() - Number(count) * (unit === 'w' ? 7 : 1))
  return { from: from.getTime(), to: Infinity }
}
