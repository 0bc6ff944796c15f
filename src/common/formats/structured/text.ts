import type { JsonValue } from '../../json/value'

/** The beginning of a reference to another block of the page. */
export const REFERENCE = 'self://#'

export function escapeText(text: string): string {
  return text.replace(unsafe, (character) => escapes[character] ?? '')
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

// eslint-disable-next-line no-control-regex -- HTML cannot hold NUL, and makes a line feed of a carriage return
const unsafe = /[&<>\r\u0000]/g
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/**
 * What a text stands for where no schema says so (map B): a number only if it prints back identically, so
 * nothing is lost.
 */
export function untyped(text: string): JsonValue {
  if (text === 'true') return true
  if (text === 'false') return false
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : text
}

/** The number that a text means for a number field: decimal, with or without exponent. */
export function numberIn(text: string): number | null {
  const trimmed = text.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return null
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : null
}

export function booleanIn(text: string): boolean | null {
  const trimmed = text.trim()
  return trimmed === 'true' ? true : trimmed === 'false' ? false : null
}
