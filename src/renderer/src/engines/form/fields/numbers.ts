import type { NumberField } from '../../../../../common/schema/fields'
import type { JsonValue } from '../../../../../common/json/value'

const MOST_DIGITS = 15

/**
 * The number that was typed; null when it is none, when it could mean two (`1,500`), or when it would not
 * come back as it was meant. A comma is a decimal one where nothing else can be meant; wide digits and the
 * true minus sign count as the plain ones.
 */
export function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').trim().replace('\u2212', '-')
  const written = /^[^.,]*,(?!\d{3}(?!\d))[^.,]*$/.test(plain) ? plain.replace(',', '.') : plain
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written)) return null
  const number = Number(written)
  if (!Number.isFinite(number)) return null
  // Longer ones would be rounded: an account number is better kept as it was typed.
  const whole = /^[+-]?0*(\d+)$/.exec(written)?.[1] ?? ''
  return whole.length > MOST_DIGITS && !Number.isSafeInteger(number) ? null : number
}

/**
 * The next number that the field allows, `by` steps away; null where words stand that are no number: they are
 * not thrown away.
 */
export function stepped(
  value: JsonValue | undefined,
  by: number,
  { minimum, maximum, kind }: Pick<NumberField, 'minimum' | 'maximum' | 'kind'>
): number | null {
  const empty = value === undefined || value === null || value === ''
  if (!empty && typeof value !== 'number') return null
  const from = empty ? clamp(0, minimum, maximum) - by : value
  const next = Number((from + by).toPrecision(15))
  return clamp(kind === 'integer' ? Math.round(next) : next, minimum, maximum)
}

function clamp(value: number, minimum: number | null, maximum: number | null): number {
  return Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, value))
}
