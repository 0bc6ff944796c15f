import { bounds, isBeyondBounds } from '../bounds'
import { tokensIn, type Token } from '../formats/page/tokens'
import { isElement, parseHtml, pushReversed, type Node } from '../html'
import type { Problem } from './problem'
import { placeIn, lineStarts } from './lines'

/** What holds words that stand for themselves. */
const verbatim: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style', 'template', 'title'])
const MOST = 100

/**
 * Placeholders and icons of a page that stand for nothing, at their places (VE25).
 * @param whyUnknown a sentence; null for what is known, or cannot be told
 */
export function tokenProblems(text: string, whyUnknown: (token: Token) => string | null): Problem[] {
  const within = bounds.htmlInWindow
  if (text.length > within.characters || !/\{\{|:[a-z]/i.test(text)) return []
  try {
    return problemsIn(text, whyUnknown)
  } catch (error) {
    // said by the check of the markup
    if (!isBeyondBounds(error)) throw error
    return []
  }
}

const isText = (node: Node) => node.nodeName === '#text' && 'value' in node

function problemsIn(text: string, whyUnknown: (token: Token) => string | null): Problem[] {
  const found: Problem[] = []
  const lines = lineStarts(text)
  const document = parseHtml(text, { locations: true, within: bounds.htmlInWindow })
  const waiting: Node[] = [...document.childNodes].reverse()
  for (let node = waiting.pop(); node && found.length < MOST; node = waiting.pop()) {
    if (isElement(node)) {
      if (!verbatim.has(node.tagName)) pushReversed(waiting, node.childNodes)
      continue
    }
    const place = isText(node) ? node.sourceCodeLocation : null
    if (!isText(node) || !place) continue
    const read = tokensIn(node.value)
    const written = tokensIn(text.slice(place.startOffset, place.endOffset))
    // where references make more or fewer of them, places cannot be told
    if (read.length !== written.length) continue
    for (const [at, token] of written.entries()) {
      const message = whyUnknown(read[at] ?? token)
      if (message === null) continue
      const start = placeIn(lines, place.startOffset + token.from)
      const end = placeIn(lines, place.startOffset + token.to)
      found.push({ severity: 'warning', message, ...start, endLine: end.line, endColumn: end.column })
    }
  }
  return found
}
