import type { Stop } from '../../core/stop'
import { wordsOf } from '../../text/words-of-text'
import { changerOf, chunksOf } from '../../core/chunks'

/**
 * Merges three sources of one paragraph word by word (MG5). Null when both changed the same words, or when
 * the tags of the two would not fit into each other.
 */
export function mergeWords(base: string, local: string, remote: string, stop: Stop): string | null {
  const known = new Map<string, number>()
  const [b, l, r] = [base, local, remote].map((source) => tokensOf(source))
  if (!b || !l || !r) return null
  const numbered = (tokens: readonly string[]) =>
    tokens.map((token) => {
      const number = known.get(token) ?? known.size
      known.set(token, number)
      return number
    })
  const numbers = { base: numbered(b), local: numbered(l), remote: numbered(r) }
  const merged: string[] = []
  for (const chunk of chunksOf(numbers.base, numbers.local, numbers.remote, stop)) {
    const changer = changerOf(chunk, numbers)
    if (changer === 'both') return null
    for (const token of changer === 'remote' ? r.slice(...chunk.remote) : l.slice(...chunk.local))
      merged.push(token)
  }
  return isBalanced(merged) || !isBalanced(b) ? merged.join('') : null
}

/** A reference ends soon: without that, signs that never become one would be read again and again. */
const markup = /<[^<>]*>|&(?:#?\w{1,40});/g
const markupAndComments = /<!--.*?-->|<[^<>]*>|&(?:#?\w{1,40});/gs

/**
 * Tags, entities, words and what is between them. Behind the last end of a comment none is looked for: each
 * would be, to the end.
 */
function tokensOf(source: string): string[] {
  const comments = source.lastIndexOf('-->') + 3
  if (comments < 3) return cut(source, markup)
  return cut(source.slice(0, comments), markupAndComments).concat(cut(source.slice(comments), markup))
}

function cut(source: string, markup: RegExp): string[] {
  const tokens: string[] = []
  let at = 0
  for (const match of source.matchAll(markup)) {
    for (const word of wordsOf(source.slice(at, match.index))) tokens.push(word)
    tokens.push(match[0])
    at = match.index + match[0].length
  }
  for (const word of wordsOf(source.slice(at))) tokens.push(word)
  return tokens
}

const empty = new Set(['br', 'img', 'wbr', 'hr', 'input', 'source', 'col', 'embed'])

/** Whether each tag is closed, and within the one that it was opened in. */
function isBalanced(tokens: readonly string[]): boolean {
  const open: string[] = []
  for (const token of tokens) {
    const tag = /^<(\/?)([a-zA-Z][^\s/>]*)/.exec(token)
    const name = tag?.[2]?.toLowerCase()
    if (!tag || name === undefined || empty.has(name) || token.endsWith('/>')) continue
    if (tag[1] === '') open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}
