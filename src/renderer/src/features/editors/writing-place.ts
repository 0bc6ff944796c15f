import { isBeyondBounds } from '../../../../common/bounds'
import { isElement, outermost, parsePage, type Element, type Node } from '../../../../common/html'

/** Whoever opens a document writes near its beginning: what lies far behind is not looked at. */
const LOOKED_AT = 64 * 1024

/**
 * Where the caret stands when a document is opened for the first time, as an offset: where its words are. In a page the first words of
 * `main`, or the first empty block in it; in an empty JSON object or list its inside; else the beginning.
 */
export function writingPlace(text: string, language: string): number {
  if (language === 'json') return /^\s*[[{](?=\s*[\]}]\s*$)/.exec(text)?.[0].length ?? 0
  if (language !== 'html') return 0
  const start = text.slice(0, LOOKED_AT)
  try {
    const [main] = outermost(parsePage(start), 'main')
    const at = main ? (firstPlaceIn(main, start) ?? main.sourceCodeLocation?.startTag?.endOffset) : undefined
    return at ?? 0
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return 0
  }
}

/** Inside the first block that is empty, or before the first word, whichever comes first; null where neither is. */
function firstPlaceIn(element: Element, text: string): number | null {
  for (const node of element.childNodes) {
    const own = node.sourceCodeLocation
    if (isElement(node)) {
      const tag = node.sourceCodeLocation?.startTag
      const isEmpty = writable.has(node.tagName) && node.childNodes.every(isSpace)
      const place = isEmpty ? (tag?.endOffset ?? null) : firstPlaceIn(node, text)
      if (place !== null) return place
    } else if (own && !isSpace(node) && node.nodeName === '#text')
      return own.startOffset + text.slice(own.startOffset).search(/\S|$/)
  }
  return null
}

const isSpace = (node: Node): boolean => !isElement(node) && (!('value' in node) || node.value.trim() === '')

const writable: ReadonlySet<string> = new Set('div p h1 h2 h3 h4 h5 h6 li td th blockquote'.split(' '))
