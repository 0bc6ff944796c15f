import { bounds, isBeyondBounds } from '../bounds'
import {
  isElement,
  parseHtml,
  type Element,
  type Fragment,
  type HtmlDocument,
  type Node,
  type Place
} from '../html'
import type { Problem } from './problem'
import { unseenProblems } from './unseen-problems'

const MAX_PROBLEMS = 200

/** Authored documents start at `<body>`; these say nothing about them. */
const harmless = new Set([
  'missing-doctype',
  'non-conforming-doctype',
  'non-void-html-element-start-tag-with-trailing-solidus'
])

/** The standard lets these go without an end tag. */
const open = new Set(
  'html head body p li dt dd rt rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' ')
)
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * What a person should look at in an HTML text: broken markup as errors, missing alternatives, twice-used ids
 * and what readers will not see as warnings. Of a text that is too complicated to be read while somebody
 * types it says that alone.
 * @param within characters and elements that are looked at: those of a window unless told
 */
export function checkHtml(text: string, within: Within = bounds.htmlInWindow): Problem[] {
  if (text.length > within.characters) return []
  try {
    return problemsIn(text, within)
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return [{ severity: 'warning', message: error.message, line: 1, column: 1, endLine: 1, endColumn: 2 }]
  }
}

type Within = { readonly characters: number; readonly nodes: number }

function problemsIn(text: string, within: Within): Problem[] {
  const found: Problem[] = []
  const document = parseHtml(text, {
    locations: true,
    within,
    onProblem: (error) => {
      if (found.length < MAX_PROBLEMS && !harmless.has(error.code))
        found.push(at(error, 'error', sentences[error.code] ?? readable(error.code)))
    }
  })
  const ids = new Map<string, number>()
  visit(document, (element) => {
    const place = element.sourceCodeLocation
    if (!place) return
    const start = place.startTag ?? place
    if (!place.endTag && !empty.has(element.tagName) && !open.has(element.tagName) && isHtml(element)) {
      found.push(at(start, 'error', `<${element.tagName}> is never closed.`))
    }
    if (element.tagName === 'img' && attribute(element, 'alt') === undefined) {
      found.push(
        at(
          start,
          'warning',
          'The picture has no alternative text. Add alt="…", or alt="" if it only decorates.'
        )
      )
    }
    const id = attribute(element, 'id')
    if (id === undefined) return
    const first = ids.get(id)
    if (first === undefined) ids.set(id, start.startLine)
    else found.push(at(start, 'warning', `The id “${id}” is used on line ${first} already.`))
  })
  found.push(...unseenProblems(text, document.childNodes.filter(isElement)))
  // what readers will not see is told of first: a broken page may have more errors than are shown
  return found.sort((a, b) => Number(b.unseen ?? false) - Number(a.unseen ?? false)).slice(0, MAX_PROBLEMS)
}

const isHtml = (element: Element) => element.namespaceURI === 'http://www.w3.org/1999/xhtml'

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value

function visit(node: HtmlDocument | Fragment | Node, see: (element: Element) => void): void {
  if ('tagName' in node) see(node)
  if ('content' in node) visit(node.content, see)
  if ('childNodes' in node) for (const child of node.childNodes) visit(child, see)
}

function at(place: Place, severity: Problem['severity'], message: string): Problem {
  const { startLine, startCol, endLine, endCol } = place
  const same = startLine === endLine && startCol === endCol
  return {
    severity,
    message,
    line: startLine,
    column: startCol,
    endLine,
    endColumn: same ? endCol + 1 : endCol
  }
}

const readable = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}.`

const sentences: Readonly<Record<string, string>> = {
  'eof-in-tag': 'The text ends inside a tag.',
  'eof-in-comment': 'The comment is never closed.',
  'duplicate-attribute': 'The attribute is there twice; only the first one counts.',
  'missing-attribute-value': 'The attribute has no value after “=”.',
  'unexpected-character-in-attribute-name':
    'A quote or “<” inside an attribute name: is a quote missing before it?',
  'missing-whitespace-between-attributes': 'A space is missing between two attributes.',
  'invalid-first-character-of-tag-name': 'A tag name must begin with a letter. Write &lt; for a plain “<”.',
  'unknown-named-character-reference': 'This character reference is not known. Write &amp; for a plain “&”.',
  'missing-semicolon-after-character-reference': 'The character reference needs a semicolon.',
  'end-tag-with-attributes': 'An end tag cannot have attributes.',
  'unexpected-null-character': 'There is a NUL character here.'
}
