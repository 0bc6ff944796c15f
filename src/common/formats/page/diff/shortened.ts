/** A page whose long texts are left out, so that a parser has little more to read than its tags. */
export interface Shortened {
  readonly text: string
  /** A text of the parsed page as it is in the source. */
  readonly expand: (value: string) => string
  /** The place in the source of a place in `text`. */
  readonly toSource: (offset: number) => number
}

/**
 * Stands in for a text, with two signs behind it that number it: all three of no meaning to a parser, and in
 * no real page.
 */
const MARK = '\uf8fe'
const BASE = 0xe000
const RADIX = 4096
const LEAST = 12

/** Elements in which text is read by rules of its own: no more is left out from the first of them on. */
const special = new Set(
  'script style textarea title xmp iframe noembed noframes noscript plaintext svg math template'.split(' ')
)

/**
 * Leaves long stretches of plain text out of a page. Only what is text for certain is left out: where the
 * source is unusual, the rest of it stays as it is.
 */
export function shortened(source: string): Shortened {
  const texts: string[] = []
  /** Where text goes on behind each mark: in what is made, and in the source. */
  const here: number[] = [0]
  const there: number[] = [0]
  let text = ''
  let copied = 0
  if (!source.includes(MARK)) {
    eachText(source, (start, end) => {
      if (texts.length >= RADIX * RADIX) return
      const number = texts.length
      texts.push(source.slice(start, end))
      text += source.slice(copied, start)
      text += MARK + String.fromCharCode(BASE + Math.floor(number / RADIX), BASE + (number % RADIX))
      copied = end
      here.push(text.length)
      there.push(end)
    })
  }
  if (texts.length === 0) return { text: source, expand: (value) => value, toSource: (offset) => offset }
  return {
    text: text + source.slice(copied),
    expand: (value) => expanded(value, texts),
    toSource: (offset) => {
      const at = lastAtMost(here, offset)
      return (there[at] ?? 0) + offset - (here[at] ?? 0)
    }
  }
}

function expanded(value: string, texts: readonly string[]): string {
  let at = value.indexOf(MARK)
  if (at < 0) return value
  let result = ''
  let done = 0
  for (; at >= 0; at = value.indexOf(MARK, done)) {
    const number = (value.charCodeAt(at + 1) - BASE) * RADIX + value.charCodeAt(at + 2) - BASE
    result += value.slice(done, at) + (texts[number] ?? '')
    done = at + 3
  }
  return result + value.slice(done)
}

function lastAtMost(places: readonly number[], offset: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((places[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Tells the stretches of text between tags: without blanks at their ends, references and signs that a parser
 * changes.
 */
function eachText(source: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < source.length;) {
    const tag = source.indexOf('<', at)
    const end = tag < 0 ? source.length : tag
    visitPieces(source, at, end, visit)
    const next = tag < 0 ? source.length : endOfTag(source, tag)
    if (next === null) return
    at = next
  }
}

function visitPieces(
  source: string,
  from: number,
  to: number,
  visit: (start: number, end: number) => void
): void {
  for (let at = from; at + LEAST <= to;) {
    let end = at
    while (end < to && !isOdd(source.charCodeAt(end))) end += 1
    let [first, last] = [at, end]
    while (first < last && isBlank(source.charCodeAt(first))) first += 1
    while (last > first && isBlank(source.charCodeAt(last - 1))) last -= 1
    if (last - first >= LEAST) visit(first, last)
    at = end
    // the whole reference stays, with what may belong to it
    if (source.charCodeAt(at) === 0x26) at += 1
    while (at < to && !isBlank(source.charCodeAt(at))) at += 1
    if (at === end) at += 1
  }
}

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b)
/** `&`, NUL and a carriage return are read as something else. */
const isOdd = (code: number) => code === 0x26 || code === 0 || code === 0x0d

/** Behind the tag or comment that begins here; null for what is not followed further. */
function endOfTag(source: string, start: number): number | null {
  if (source.startsWith('<!--', start)) {
    const end = source.indexOf('-->', start + 4)
    // `<!-->` and `--!>` end comments, too
    const odd = source.startsWith('>', start + 4) || source.startsWith('->', start + 4)
    return end < 0 || odd || source.slice(start + 4, end).includes('--!>') ? null : end + 3
  }
  if (/^<!doctype[^<>"']*>/i.test(source.slice(start, start + 200))) return source.indexOf('>', start) + 1
  const letter = source.startsWith('</', start) ? start + 2 : start + 1
  if (!/[a-z]/i.test(source.charAt(letter))) return null
  let at = letter
  while (at < source.length && !isNameEnd(source.charCodeAt(at))) at += 1
  if (special.has(source.slice(letter, at).toLowerCase())) return null
  return endOfAttributes(source, at)
}

const isNameEnd = (code: number) => isBlank(code) || code === 0x2f || code === 0x3e

/** By the rules of the tokenizer: a quote counts only where a value begins. */
function endOfAttributes(source: string, from: number): number | null {
  for (let at = from; at < source.length;) {
    const code = source.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (isBlank(code) || code === 0x2f) {
      at += 1
      continue
    }
    at += 1 // a name may begin with `=`
    while (at < source.length && !isNameEnd(source.charCodeAt(at)) && source[at] !== '=') at += 1
    while (isBlank(source.charCodeAt(at))) at += 1
    if (source[at] !== '=') continue
    at += 1
    while (isBlank(source.charCodeAt(at))) at += 1
    const quote = source[at]
    if (quote === '"' || quote === "'") {
      const end = source.indexOf(quote, at + 1)
      if (end < 0) return null
      at = end + 1
    } else while (at < source.length && !isBlank(source.charCodeAt(at)) && source[at] !== '>') at += 1
  }
  return null
}
