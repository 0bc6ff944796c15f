import { UsageError } from './command'

const MINUTE = 60_000
const units: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
  y: 365 * 24 * 60 * MINUTE
}

/** Milliseconds of `30d`, `12h`, `8w`, `45m` or `1y`. @throws UsageError */
export function parseDuration(text: string, option: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhdwy])$/.exec(text) ?? []
  const length = Number(count) * (units[unit] ?? 0)
  // beyond 100 years a date is a mistake, or no date at all
  if (length > 0 && length <= 100 * (units.y ?? 0)) return length
  throw new UsageError(`${option} is a time like 30d, 12h or 8w`)
}
