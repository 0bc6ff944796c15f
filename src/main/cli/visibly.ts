import { codePoint } from '../../common/content/visible-text'
import type { Terminal } from './command'

/** Controls other than line ends and tabs, other ends of lines, and what turns the direction of writing. */
const HIDDEN = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu

/**
 * What a command says comes from a workspace or from another server: no sign of it moves the cursor or turns
 * what is read (L6).
 */
export function visibly({ out, notify }: Terminal): Terminal {
  return { out: (line) => out(visibleLine(line)), notify: (line) => notify(visibleLine(line)) }
}

const visibleLine = (line: string) => line.replace(HIDDEN, (sign) => `<${codePoint(sign)}>`)

/** One line of fields for programs: tabs and line ends part them, and stand in none. */
export const tabbed = (...fields: readonly string[]): string =>
  fields.map((field) => field.replace(/[\t\n\r]+/g, ' ')).join('\t')

/** A value as JSON for programs: the same signs as escapes, which a program reads as what they are. */
export const jsonText = (value: unknown): string => escaped(JSON.stringify(value, null, 2))

/** The same on one line. */
export const jsonLine = (value: unknown): string => escaped(JSON.stringify(value))

const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  )
