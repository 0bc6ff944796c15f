import { isBeyondBounds } from '../../../../common/bounds'
import { isElement, outermost, parsePage, type Element, type Node } from '../../../../common/html'

/**
 * Whoever opens a document writes near its beginning: what lies far behind is not looked at, and a page whose
 * place lies in the first half of a few lines is not looked at any further.
 */
const NEAR = [1024, 8 * 1024]
const FAR = 64 * 1024

/**
 * Where the caret stands when a document is opened for the first time, as an offset: where its words are. In
 * a page the first words of `main`, or the first empty block in it; in an empty JSON object or list its
 * inside; else the beginning.
 */
export function writingPlace(text: string, language: string): number {
  if (language === 'json') return /^\s*[[{](?=\s*[\]}]\s*$)/.exec(text)?.[0].length ?? 0
  if (language !== 'html') return 0
  try {
    for (const near of NEAR) {
      const { place } = placeWithin(text.slice(0, near))
      if (place !== null && place < near / 2) return place
    }
    const far = placeWithin(text.slice(0, FAR))
    return far.place ?? far.begin ?? 0
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return 0
  }
}

/** Where one writes in `main`, and where that begins. */
function placeWithin(start: string): { readonly place: number | null; readonly begin: number | null } {
  const [main] = outermost(parsePage(start), 'main')
  return {
    place: main ? firstPlaceIn(main, start) : null,
    begin: main?.sourceCodeLocation?.startTag?.endOffset ?? null
  }
}

/**
 * Inside the first block that is empty, or before the first word, whichever comes first; null where neither
 * is.
 */
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
