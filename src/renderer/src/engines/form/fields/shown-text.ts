import type { JsonValue } from '../../../../../common/json/value'

/** What a one-line control shows of a value. */
export function shownText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const LOOKED_AT = 200

/**
 * The direction of a text that begins with Hebrew, Arabic and the like. `dir="auto"` would read all of a long
 * text for each change.
 */
export function directionOf(text: string): 'rtl' | undefined {
  const first = /\p{L}/u.exec(text.slice(0, LOOKED_AT))?.[0]
  return first !== undefined && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}]/u.test(first)
    ? 'rtl'
    : undefined
}
