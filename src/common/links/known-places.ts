import { lineStarts } from '../checks/lines'
import type { NewValue } from './edit'
import type { FoundLink } from './facts'
import type { LinkPlace } from './place'

/**
 * Where the addresses of a page stand, told from what was found in the very same text before, without reading it again.
 * `at` is null for each that does not stand there plainly, sign by sign, between quotes.
 */
export function knownPlaces(text: string, links: readonly FoundLink[]): LinkPlace[] {
  const lines = lineStarts(text)
  return links.map(({ kind, value, relative, line, column }) => {
    const start = (lines[line - 1] ?? 0) + column - 1
    const at = isQuoted(text, start, value)
      ? Array.from({ length: value.length + 1 }, (_, sign) => start + sign)
      : null
    return { kind, value, relative, container: 'attribute', at }
  })
}

/**
 * Whether these addresses can be written without reading the page again afterwards: plain signs between quotes become other
 * plain signs there, which end no value and begin no reference, so that a parser reads all else as before. Where the new
 * address stands in the page already, words could count as an address beside it: such a page is read again.
 */
export const areWrittenPlainly = (text: string, changes: readonly NewValue[]): boolean =>
  changes.every(
    ({ place, value }) =>
      place.at !== null &&
      (place.kind === 'link' || place.kind === 'media') &&
      isPlain(value) &&
      !text.includes(value)
  )

function isQuoted(text: string, start: number, value: string): boolean {
  const quote = text.charAt(start - 1)
  return (
    (quote === '"' || quote === "'") &&
    text.charAt(start + value.length) === quote &&
    text.startsWith(value, start) &&
    isPlain(value)
  )
}

/** Signs of an address that mean nothing to a parser of pages or of styles, in whatever way a value is written. */
const isPlain = (value: string): boolean => /^[\w/.:?#%~+,;@!|=-]*$/.test(value)
