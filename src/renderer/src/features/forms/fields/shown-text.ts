import type { JsonValue } from '../../../../../common/schema/json'

/** What a one-line control shows of a value. */
export function shownText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
