import { isBeyondBounds } from '../../../bounds'
import { endOfString, parseJson } from '../../../json'
import type { JsonValue } from '../../../schema'

/**
 * The value of a JSON text that can be written again without loss; null for a text that is no JSON, and for one that says more
 * than its value: a member twice, a number that a computer would round, or members that a reader would put into another order (MG7).
 * @throws GalleyError too-large · too-complex
 */
export function readFaithfully(text: string): { readonly value: JsonValue } | null {
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return null
  }
  return tokensOf(text) === JSON.stringify(value) ? { value } : null
}

/** The text without blanks, and with its strings spelt one way. */
function tokensOf(text: string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return parts.join('') + text.slice(at).replace(/\s+/g, '')
    const end = endOfString(text, quote) + 1
    const written = text.slice(quote, end)
    parts.push(text.slice(at, quote).replace(/\s+/g, ''))
    parts.push(written.includes('\\') ? JSON.stringify(JSON.parse(written)) : written)
    at = end
  }
  return parts.join('')
}

/** The value in the form that another text of it has: its indentation, and its end of line. */
export function writeAs(value: JsonValue, like: string): string {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(like)?.[1] ?? ''
  const end = /\r?\n$/.exec(like)?.[0] ?? ''
  const text = JSON.stringify(value, null, indent)
  const lines = like.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
  return lines + end
}
