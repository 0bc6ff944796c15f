import type { NumberField } from '../../../../../common/schema/fields'
import type { JsonValue } from '../../../../../common/schema/json'

/** The number that was typed; null when it is none, or would not come back as it was meant. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : null
}

/** The next number that the field allows, `by` steps away. */
export function stepped(
  value: JsonValue | undefined,
  by: number,
  { minimum, maximum, kind }: Pick<NumberField, 'minimum' | 'maximum' | 'kind'>
): number {
  const from = typeof value === 'number' ? value : clamp(0, minimum, maximum) - (value === undefined ? by : 0)
  const next = Number((from + by).toPrecision(12))
  return clamp(kind === 'integer' ? Math.round(next) : next, minimum, maximum)
}

function clamp(value: number, minimum: number | null, maximum: number | null): number {
  return Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, value))
}
