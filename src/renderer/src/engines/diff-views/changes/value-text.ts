import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/schema'

const MAX = 2_000

/** A value as text to read; what is not there, or empty, is called so. */
export function textOfValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing'
  if (value === '') return 'empty'
  if (typeof value === 'string') return value.length > MAX ? `${value.slice(0, MAX)}…` : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(value) : linesOf(value, 0).slice(0, MAX_LINES).join('\n')
}

const MAX_LINES = 24
const MAX_DEPTH = 4

/** Members one a line, without the signs of JSON. */
function linesOf(value: JsonValue, depth: number): string[] {
  const indent = '  '.repeat(depth)
  const entries: [string, JsonValue][] = isJsonArray(value)
    ? value.slice(0, MAX_LINES).map((item, at) => [`${at + 1}`, item])
    : isJsonObject(value)
      ? Object.entries(value).slice(0, MAX_LINES)
      : []
  if (entries.length === 0) return [`${indent}empty`]
  return entries.flatMap(([key, item]) => {
    const nested = (isJsonArray(item) || isJsonObject(item)) && depth < MAX_DEPTH
    return nested ? [`${indent}${key}`, ...linesOf(item, depth + 1)] : [`${indent}${key}: ${shortText(item)}`]
  })
}

function shortText(value: JsonValue): string {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value
  return typeof value === 'object' && value !== null ? '…' : textOfValue(value)
}
