import { CST, Lexer } from 'yaml'
import { bounds, tooComplex, tooLarge } from '../bounds'
import type { GalleyError } from '../errors'
import type { Issue } from './issues'

/**
 * What makes a text more than a definition is; told at its place. Looked for among its words, before anything
 * is made of it.
 */
export function excessOf(text: string): Issue | null {
  const { characters, words: maxWords, depth: maxDepth, aliases: maxAliases } = bounds.yaml
  const what = 'The query index definition'
  if (text.length > characters)
    return issueOf(tooLarge({ what, of: 'characters', bound: characters, found: text.length }), 1)
  let [words, open, begun, aliases, line] = [0, 0, 0, 0, 1]
  for (const word of new Lexer().lex(text)) {
    words += 1
    if (words > maxWords) return issueOf(tooComplex({ what, of: 'words and signs', bound: maxWords }), line)
    const type = CST.tokenType(word)
    if (type === 'flow-map-start' || type === 'flow-seq-start') open += 1
    else if (type === 'flow-map-end' || type === 'flow-seq-end') open -= 1
    else if (type === 'alias') aliases += 1
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind') begun += 1
    for (let at = word.indexOf('\n'); at >= 0; at = word.indexOf('\n', at + 1)) [line, begun] = [line + 1, 0]
    if (open + begun > maxDepth)
      return issueOf(
        tooComplex({ what, of: 'levels of nesting', bound: maxDepth, where: `line ${line}` }),
        line
      )
    if (aliases > maxAliases) return issueOf(tooComplex({ what, of: 'aliases', bound: maxAliases }), line)
  }
  return null
}

const issueOf = ({ message }: GalleyError, line: number): Issue => ({
  severity: 'error',
  message,
  line,
  column: 1,
  endLine: line,
  endColumn: 2
})
