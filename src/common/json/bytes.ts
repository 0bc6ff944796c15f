import { bounds, tooComplex } from '../bounds'
import { GalleyError, sentence } from '../errors'

/** A member of an object, or an item of an array: where its value is. Offsets are bytes. */
export interface JsonPlace {
  readonly start: number
  readonly end: number
}

/** JSON as bytes, read without making values of it: memory does not grow with the text. */
export interface JsonBytes {
  /**
   * Where the one value of the text begins and ends.
   * @throws GalleyError bad-request when it is not valid JSON, too-complex beyond the bounds of JSON
   */
  whole(): JsonPlace
  /** The members of a valid object. A key that comes twice comes twice. */
  members(object: JsonPlace): Generator<JsonPlace & { readonly key: string }>
  /** The items of a valid array. */
  items(array: JsonPlace): Generator<JsonPlace>
  isObject(place: JsonPlace): boolean
  isArray(place: JsonPlace): boolean
  /** The value of a place, made after all. */
  value(place: JsonPlace): unknown
}

/** @param bytes UTF-8 */
export function jsonBytes(bytes: Uint8Array): JsonBytes {
  const size = bytes.length
  let containers = 0
  let values = 0

  const blank = (from: number): number => {
    let at = from
    for (let byte = bytes[at]; byte === 32 || byte === 10 || byte === 13 || byte === 9; byte = bytes[at]) at++
    return at
  }

  function endOfString(start: number): number {
    for (let at = start + 1; at < size; at++) {
      const byte = bytes[at] ?? 0
      if (byte === QUOTE) return at + 1
      if (byte < 32) break
      if (byte !== BACKSLASH) continue
      at++
      const escaped = bytes[at] ?? 0
      if (escaped === LETTER_U) {
        for (let digit = 0; digit < 4; digit++) if (!isHex(bytes[++at] ?? 0)) throw invalid(at)
      } else if (!ESCAPES.includes(escaped)) throw invalid(at)
    }
    throw invalid(Math.min(start, size))
  }

  function endOfWord(start: number): number {
    let end = start
    while (end < size && !isEnd(bytes[end] ?? 0)) end++
    // the longest number that anybody writes is shorter
    const word = end - start > 400 ? '' : textOf(bytes.subarray(start, end))
    if (WORD.test(word)) return end
    throw invalid(start)
  }

  /** Behind the value that begins at `start`; never recurses. */
  function endOfValue(start: number): number {
    // per level: whether it is an object
    const open: boolean[] = []
    let at = start
    for (;;) {
      const byte = bytes[at]
      values++
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        containers++
        if (open.length >= bounds.json.depth) throw tooDeep(at)
        const object = byte === OPEN_OBJECT
        at = blank(at + 1)
        if (bytes[at] === (object ? CLOSE_OBJECT : CLOSE_ARRAY)) at++
        else {
          open.push(object)
          if (object) at = behindKey(at)
          continue
        }
      } else at = byte === QUOTE ? endOfString(at) : endOfWord(at)
      // one value ends here, and perhaps those around it
      for (;;) {
        const object = open.at(-1)
        if (object === undefined) return at
        at = blank(at)
        if (bytes[at] === COMMA) {
          at = blank(at + 1)
          if (object) at = behindKey(at)
          break
        }
        if (bytes[at] !== (object ? CLOSE_OBJECT : CLOSE_ARRAY)) throw invalid(at)
        open.pop()
        at++
      }
    }
  }

  /** From a key to where its value begins. */
  function behindKey(start: number): number {
    if (bytes[start] !== QUOTE) throw invalid(start)
    const colon = blank(endOfString(start))
    if (bytes[colon] !== COLON) throw invalid(colon)
    return blank(colon + 1)
  }

  const value = ({ start, end }: JsonPlace): unknown => JSON.parse(textOf(bytes.subarray(start, end)))

  return {
    whole() {
      const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
      const start = blank(hasMark ? 3 : 0)
      containers = values = 0
      const end = endOfValue(start)
      if (blank(end) !== size) throw invalid(blank(end))
      if (containers > bounds.json.containers)
        throw tooMuch('lists and objects', bounds.json.containers, containers)
      if (values > bounds.json.values) throw tooMuch('values', bounds.json.values, values)
      return { start, end }
    },
    *members({ start }) {
      for (let at = blank(start + 1); bytes[at] !== CLOSE_OBJECT;) {
        const key = String(value({ start: at, end: endOfString(at) }))
        const from = behindKey(at)
        const end = endOfValue(from)
        yield { key, start: from, end }
        at = blank(end)
        if (bytes[at] === COMMA) at = blank(at + 1)
      }
    },
    *items({ start }) {
      for (let at = blank(start + 1); bytes[at] !== CLOSE_ARRAY;) {
        const end = endOfValue(at)
        yield { start: at, end }
        at = blank(end)
        if (bytes[at] === COMMA) at = blank(at + 1)
      }
    },
    isObject: ({ start }) => bytes[start] === OPEN_OBJECT,
    isArray: ({ start }) => bytes[start] === OPEN_ARRAY,
    value
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON, LETTER_U] = [34, 92, 44, 58, 117]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [123, 125, 91, 93]
/** `" \ / b f n r t` */
const ESCAPES: readonly number[] = [34, 92, 47, 98, 102, 110, 114, 116]
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

const isHex = (byte: number) =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102)

const isEnd = (byte: number) =>
  byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || byte <= 32 || byte === COLON

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const invalid = (at: number) =>
  new GalleyError('bad-request', sentence`This is not valid JSON (byte ${{ at }}).`)

const tooMuch = (of: string, bound: number, found: number) =>
  tooComplex({ what: 'This JSON', of, bound, found })

const tooDeep = (at: number) =>
  tooComplex({ what: 'This JSON', of: 'levels of nesting', bound: bounds.json.depth, where: `byte ${at}` })
