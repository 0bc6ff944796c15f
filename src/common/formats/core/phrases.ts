import { isJsonArray, isJsonObject, type JsonValue } from '../../schema'
import { numberText } from '../../number-text'

const MAX_PARTS = 3
const MAX_SHOWN = 32

/**
 * One line of a few parts, the most telling first: “price 12 → 15, 2 tags added and 4 more changes”.
 * @param others changes that no part tells
 */
export function oneLine(parts: readonly string[], others = 0): string {
  const more = others + Math.max(0, parts.length - MAX_PARTS)
  const line = parts.slice(0, MAX_PARTS).join(', ')
  if (more === 0) return line
  return line === '' ? counted(more, 'change') : `${line} and ${counted(more, 'more change')}`
}

/** “1 row”, “2 rows”. */
export function counted(count: number, one: string): string {
  return `${numberText(count)} ${count === 1 ? one : `${one}s`}`
}

/** “2 tags”, “1 tag”, and for a list whose name is no plural “2 items in crew”. */
export function countedOf(count: number, list: string): string {
  const one = singular(list)
  if (one === null) return `${counted(count, 'item')} in ${list}`
  return `${numberText(count)} ${count === 1 ? one : list}`
}

function singular(name: string): string | null {
  if (/[^aeiou]ies$/i.test(name)) return `${name.slice(0, -3)}y`
  if (/(?:s|x|ch|sh)es$/i.test(name)) return name.slice(0, -2)
  return /[^su]s$/i.test(name) ? name.slice(0, -1) : null
}

/** A value as it can stand in a line; null when it is too long for that. */
export function shown(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (isJsonArray(value)) return counted(value.length, 'item')
  if (isJsonObject(value)) return null
  const text = value.trim().replace(/\s+/g, ' ')
  return text.length <= MAX_SHOWN ? text : null
}

/** The start of a value, however long it is. */
export function shortened(value: JsonValue | undefined): string {
  const text = shown(value)
  if (text !== null) return text
  if (typeof value !== 'string') return counted(isJsonObject(value) ? Object.keys(value).length : 0, 'field')
  return `${[...value.slice(0, 200).trim().replace(/\s+/g, ' ')].slice(0, MAX_SHOWN).join('')}…`
}
