import { Marked } from 'marked'
import type { Pasted } from './pasted'
import { readPastedHtml } from './read-html'
import { plainLines } from './text'

/** Characters of a text that is read as Markdown: a chapter of a book. */
const MOST = 100_000
/**
 * Signs of formatting in one paragraph, and levels of quotes and lists: what reads it takes longer with the
 * square of them.
 */
const SIGNS = 500
const LEVELS = 20

/**
 * Reads Markdown as the HTML that it stands for, by the same rules as other HTML.
 * @throws as `readPastedHtml`
 */
export function readPastedMarkdown(text: string): Pasted {
  const html = new Marked({ gfm: true, async: false }).parse(plainLines(text), { async: false })
  return readPastedHtml(html, 'markdown')
}

/**
 * Whether a text is Markdown and nothing else: a fence, a table or a link as only Markdown has it, or two
 * different signs of it. A lone `#` may be a comment of a script, a lone dash a dash.
 */
export function isMarkdown(text: string): boolean {
  if (text.length > MOST) return false
  const lines = plainLines(text).split('\n')
  if (isBeyondReading(lines)) return false
  const has = (sign: RegExp) => lines.some((line) => sign.test(line))
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  if (count(/^ {0,3}(```|~~~)/) >= 2) return true
  if (has(/^ {0,3}\|?( *:?-{3,}:? *\|)+( *:?-{3,}:? *)?$/) && has(/\|/)) return true
  if (has(/(^|[^!\\])\[[^\]\n]{1,200}\]\((https?:|mailto:|\/|#|\.)[^)\s]{0,500}\)/)) return true
  const signs = [
    hasHeading(lines),
    count(/^ {0,3}[-*+] \S/) >= 2 || count(/^ {0,3}\d{1,4}[.)] \S/) >= 2,
    has(/(^|[^*\w])\*\*[^*\s][^*\n]{0,400}\*\*/),
    has(/(^|\s)`[^`\n]{1,200}`/),
    has(/^ {0,3}> \S/),
    has(/!\[[^\]\n]{0,200}\]\([^)\s]{1,500}\)/)
  ]
  const found = signs.filter((is) => is).length
  // a list is all that many lists are
  return (
    found >= 2 || (signs[1] === true && lines.every((line) => /^\s*(([-*+]|\d{1,4}[.)]) \S.*)?$/.test(line)))
  )
}

/** A heading with a line of text behind an empty one: what a comment of a script is not. */
const hasHeading = (lines: readonly string[]): boolean =>
  lines.some(
    (line, at) =>
      /^#{1,6} \S/.test(line) && (lines[at + 1] ?? '').trim() === '' && (lines[at + 2] ?? '') !== ''
  )

/** Whether reading it could take long: more signs in a paragraph, or levels, than anybody writes. */
function isBeyondReading(lines: readonly string[]): boolean {
  let signs = 0
  return lines.some((line) => {
    signs = line.trim() === '' ? 0 : signs + (line.match(/[*_~`[\]<>|!\\]/g)?.length ?? 0)
    const levels = (/^[\s>]*/.exec(line)?.[0] ?? '').replace(/\t/g, '    ').length / 2
    return signs > SIGNS || levels > LEVELS
  })
}
