import type { ThreeTexts } from '../core/validity'
import { isBeyondBounds } from '../../bounds'
import { parseJson } from '../../json'
import { blank, endOfString, stringAt } from '../../json/pieces'
import type { JsonValue } from '../../json/value'

/**
 * A JSON text and its value: the value says all that the text does, so that another value can be written in
 * its place without loss.
 */
export interface JsonText {
  readonly text: string
  readonly value: JsonValue
}

/**
 * Reads a JSON text; null for a text that is no JSON, and for one that says more than its value: a member
 * twice, or a number that a computer would round (MG7).
 * @throws GalleyError too-large · too-complex
 */
export function readJsonText(text: string): JsonText | null {
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return null
  }
  const { isExact, isDouble } = spellingOf(text)
  return isExact && !isDouble ? { text, value } : null
}

/** JSON, or undefined when the text is none. @throws GalleyError too-large · too-complex */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return undefined
  }
}

/**
 * Whether a text that was put together of these is as good as JSON as they are: it is read, and names no
 * member twice that they do not.
 */
export function keepsSpelling({ base, local, remote }: ThreeTexts, merged: string): boolean {
  const all = [base, local, remote].map(readable)
  // while somebody types, a text may be none
  if (all.includes(false)) return true
  return readable(merged) && ([base, local, remote].some(isDouble) || !isDouble(merged))
}

const isDouble = (text: string) => spellingOf(text).isDouble

function readable(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

/**
 * How a valid JSON text says what it says: whether a computer keeps all of its numbers, and whether an object
 * has a member twice.
 */
function spellingOf(text: string): { readonly isExact: boolean; readonly isDouble: boolean } {
  const open: (Set<string> | null)[] = []
  let [isExact, isDouble] = [true, false]
  for (let at = blank(text, 0); at < text.length; at = blank(text, at)) {
    const sign = text[at] ?? ''
    if (sign === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && text[blank(text, end)] === ':') {
        const key = stringAt(text, at, end)
        isDouble ||= keys.has(key)
        keys.add(key)
      }
      at = end
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      const start = at
      while (/[-+.\deE]/.test(text[at] ?? '')) at += 1
      isExact &&= isKept(text.slice(start, at))
    } else {
      if (sign === '{') open.push(new Set())
      else if (sign === '[') open.push(null)
      else if (sign === '}' || sign === ']') open.pop()
      at += 1
    }
  }
  return { isExact, isDouble }
}

/** Whether a number is the same one after a computer has read it. */
function isKept(written: string): boolean {
  if (written.length < 16 && !/[eE]/.test(written)) return true
  const read = Number(written)
  return Number.isFinite(read) && decimalOf(written) === decimalOf(String(read))
}

/** A number in one way of writing: its digits without zeros around them, and the power of ten of the last. */
function decimalOf(written: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? []
  const digits = (whole + part).replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  return short === '' ? '0' : `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`
}
