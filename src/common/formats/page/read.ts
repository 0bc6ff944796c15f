import type { Node as PageNode } from 'prosemirror-model'
import { bounds, isBeyondBounds } from '../../bounds'
import { isElement, outermost, parseHtml, type Element } from '../../html'
import { stopOf, type StopOptions } from '../core/stop'
import { readChildren, type Reading } from './read-blocks'
import { pageSchema } from './schema'

/** A page as a document, or why it stays in Source. */
type PageReading =
  { readonly page: PageNode } | { readonly refused: { readonly reason: Refusal; readonly sentence: string } }

type Refusal = 'no-main' | 'not-nested' | 'control' | 'too-large' | 'too-complex'

const sentences = {
  'no-main':
    'This page has no <main> with an end tag, so the page editor cannot tell what its content is. Edit it in Source, or put its content into <main> … </main>.',
  'not-nested':
    'Elements of this page are not closed where they should be, so the page editor could damage it. Edit it in Source.',
  control: 'This page has a NUL sign, which browsers leave out. Edit it in Source, and take the sign away.'
} as const

/**
 * Reads a page as a document that remembers its source. A page is refused, never changed, where the document
 * could not give its bytes again. Line ends stay as they are.
 * @throws GalleyError cancelled when the caller wants no more
 */
export function readPage(source: string, options: StopOptions = {}): PageReading {
  if (source.includes('\0')) return refused('control')
  try {
    const page = pageIn(source, stopOf(options))
    return typeof page === 'string' ? refused(page) : { page }
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    const reason = error.reason === 'too-large' ? 'too-large' : 'too-complex'
    return { refused: { reason, sentence: error.message } }
  }
}

const refused = (reason: keyof typeof sentences): PageReading => ({
  refused: { reason, sentence: sentences[reason] }
})

/** Whether something in it was left open before it: what is written there would change what is read here. */
function takesFromBefore(child: Element): boolean {
  const begin = child.sourceCodeLocation?.startOffset ?? 0
  const waiting: Element[] = [child]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if ((one.sourceCodeLocation?.startOffset ?? begin) < begin) return true
    for (const inside of one.childNodes) if (isElement(inside)) waiting.push(inside)
  }
  return false
}

/** Elements that go on in what follows where they are not closed. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))

/** Whether what would be written at the end of the page would lie in something that was left open. */
function leavesOpen(main: Element, source: string, end: number, stop: () => void): boolean {
  const isOpen = (one: Element): boolean =>
    (formatting.has(one.tagName) && one.sourceCodeLocation?.endTag === undefined) ||
    one.childNodes.some((child) => isElement(child) && isOpen(child))
  if (!isOpen(main)) return false
  const html = `${source.slice(0, end)}<hr><p>x</p></main>`
  const again = parseHtml(html, { within: bounds.pageModel, step: stop })
  const last = outermost(again.childNodes.filter(isElement), 'main')[0]?.childNodes.at(-1)
  const words = last && isElement(last) && last.tagName === 'p' ? last.childNodes[0] : null
  return !(words && 'value' in words && words.value === 'x')
}

function pageIn(source: string, stop: () => void): PageNode | 'no-main' | 'not-nested' {
  const document = parseHtml(source, { locations: true, within: bounds.pageModel, step: stop })
  const main = outermost(document.childNodes.filter(isElement), 'main')[0]
  const place = main?.sourceCodeLocation
  if (!main || !place?.startTag || !place.endTag) return 'no-main'
  if (main.childNodes.some((child) => isElement(child) && takesFromBefore(child))) return 'not-nested'
  if (leavesOpen(main, source, place.endTag.startOffset, stop)) return 'not-nested'
  const within = { from: place.startTag.endOffset, to: place.endTag.startOffset }
  const reading: Reading = { source, hints: new Map() }
  const found = readChildren(reading, main, within, 'doc')
  if (!found) return 'not-nested'
  return pageSchema.nodes.doc.create(
    { head: source.slice(0, within.from), tail: found.tail + source.slice(within.to) },
    found.nodes
  )
}
