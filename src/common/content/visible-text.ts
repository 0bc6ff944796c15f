/**
 * Signs that nobody sees and that turn the direction of what stands round them (Unicode UAX 9: marks,
 * embeddings, overrides, isolates).
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Letters of scripts that are written from right to left: beside them quotes and dots of a sentence change
 * places.
 */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const [ISOLATE, END] = ['\u2068', '\u2069']

/** Whether a name would look like another one, or like two lines (N5). */
export const isMisleading = (name: string): boolean =>
  /[\u2028\u2029]/.test(name) || name.search(TURNING) >= 0

export const MISLEADING_NAME =
  'A new name cannot contain signs that turn the direction of writing: it would look like another one. Choose another.'

/** A text as people see it: what turns its direction is written out, as `<U+202E>`. */
export function visibleText(text: string): string {
  return text.replace(TURNING, (sign) => `<${codePoint(sign)}>`)
}

/**
 * A sentence as people see it: as `visibleText`, and what stands in quotes in it does not move the words
 * round it.
 */
export function visibleSentence(text: string): string {
  const visible = visibleText(text)
  return FROM_THE_RIGHT.test(visible)
    ? visible.replace(/“([^“”]*)”/g, (_, quoted: string) => `“${isolated(quoted)}”`)
    : visible
}

/**
 * A piece of a sentence as people see it: as `visibleSentence`, and it does not move what stands beside it.
 */
export const visiblePiece = (text: string): string => isolated(visibleSentence(text))

const isolated = (text: string) => (FROM_THE_RIGHT.test(text) ? `${ISOLATE}${text}${END}` : text)

/** `U+202E` */
export const codePoint = (sign: string): string =>
  `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
