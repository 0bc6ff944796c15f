import type { JsonValue } from '../../schema'

/** A cell as a text by which it is looked for; what is no text is told apart from one that looks like it. Blank for none. */
export function cellText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? '\u0001object' : `\u0001${String(value)}`
}
