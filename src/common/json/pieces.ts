/**
 * The pieces of a JSON text, so that one value can be changed and every other sign stays as it was. The text
 * must be valid JSON (`JSON.parse` took it): nothing is checked here.
 */

/** One member of an object. Offsets are into the text that was cut. */
export interface MemberPiece {
  readonly key: string
  /** From the opening quote of the key. */
  readonly keyStart: number
  /** Behind the closing quote of the key. */
  readonly keyEnd: number
  readonly start: number
  readonly end: number
}

export interface ObjectPieces {
  /** Of the braces: `{` and behind `}`. */
  readonly start: number
  readonly end: number
  readonly members: readonly MemberPiece[]
}

export interface ArrayPieces {
  readonly start: number
  readonly end: number
  readonly items: readonly { readonly start: number; readonly end: number }[]
}

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93

/** Cuts the object whose `{` is at `start`. Never recurses. */
export function cutObject(text: string, start: number): ObjectPieces {
  const members: MemberPiece[] = []
  let at = blank(text, start + 1)
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const keyEnd = endOfString(text, at)
    const valueStart = blank(text, blank(text, keyEnd) + 1)
    const end = endOfValue(text, valueStart)
    members.push({ key: stringAt(text, at, keyEnd), keyStart: at, keyEnd, start: valueStart, end })
    at = blank(text, end)
    if (text.charCodeAt(at) === COMMA) at = blank(text, at + 1)
  }
  return { start, end: at + 1, members }
}

/** Cuts the array whose `[` is at `start`. */
export function cutArray(text: string, start: number): ArrayPieces {
  const items: { start: number; end: number }[] = []
  let at = blank(text, start + 1)
  while (text.charCodeAt(at) !== CLOSE_ARRAY) {
    const end = endOfValue(text, at)
    items.push({ start: at, end })
    at = blank(text, end)
    if (text.charCodeAt(at) === COMMA) at = blank(text, at + 1)
  }
  return { start, end: at + 1, items }
}

/** Behind the value that begins at `start`. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return endOfString(text, start)
  if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return endOfWord(text, start)
  let depth = 0
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--
    at++
    if (depth === 0) return at
  }
}

/** Behind the closing quote of the string whose opening quote is at `start`. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at++
  }
}

/** The string between two quotes. */
export function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  if (!inner.includes('\\')) return inner
  const value: unknown = JSON.parse(text.slice(start, end))
  return typeof value === 'string' ? value : inner
}

/** The first sign from `at` on that is no blank. */
export function blank(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at
    at++
  }
}

function endOfWord(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at)
    const inside =
      (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 45 || code === 46
    if (!inside && code !== 69) return at
  }
}
