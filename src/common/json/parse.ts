import { bounds, tooComplex, tooLarge } from '../bounds'
import type { JsonValue } from './value'
import { atOnce, type Steps } from '../steps'

/**
 * The one door through which JSON of content is parsed: its brackets and commas are counted before anything
 * is made of it.
 * @param what how the sentence of a refusal begins
 * @throws GalleyError too-large for too many characters · too-complex for what is nested too deep or holds
 * too many values
 * @throws SyntaxError for what is no JSON
 */
export function parseJson(text: string, what = 'This JSON'): JsonValue {
  checkJson(text, what)
  const value: JsonValue = JSON.parse(text)
  return value
}

/**
 * The same refusals, of a text that somebody else is to parse.
 * @throws GalleyError too-large · too-complex
 */
function checkJson(text: string, what = 'This JSON'): void {
  atOnce(checkingJson(text, what))
}

/** The same in steps: a long text takes longer than others are to wait. */
export function* checkingJson(text: string, what = 'This JSON'): Steps<void> {
  const { characters, depth: maxDepth, containers: maxContainers, values: maxValues } = bounds.json
  if (text.length > characters)
    throw tooLarge({ what, of: 'characters', bound: characters, found: text.length })
  // what is nested too deep takes two characters a level
  if (text.length <= maxDepth) return
  let [depth, containers, values] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === COMMA) {
      values += 1
      if (values > maxValues) throw tooComplex({ what, of: 'values', bound: maxValues })
      if (values % VALUES_A_STEP === 0) yield
    } else if (sign === SQUARE || sign === CURLY) {
      depth += 1
      containers += 1
      if (depth > maxDepth)
        throw tooComplex({ what, of: 'levels of nesting', bound: maxDepth, where: lineOf(text, at) })
      if (containers > maxContainers)
        throw tooComplex({ what, of: 'lists and objects', bound: maxContainers })
    } else if (sign === SQUARE + 2 || sign === CURLY + 2) depth -= 1
  }
}

/** Where a string ends that begins at a quote: the place of its last quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = end
    while (text.charCodeAt(slashes - 1) === BACKSLASH) slashes -= 1
    if ((end - slashes) % 2 === 0) return end
  }
  return text.length
}

function lineOf(text: string, offset: number): string {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return `line ${line}`
}

const VALUES_A_STEP = 4096
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const SQUARE = 0x5b
const CURLY = 0x7b
