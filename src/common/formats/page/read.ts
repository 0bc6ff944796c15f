import type { Node as PageNode } from 'prosemirror-model'
import { bounds, isBeyondBounds } from '../../bounds'
import { isElement, outermost, parseHtml } from '../../html'
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

function pageIn(source: string, stop: () => void): PageNode | 'no-main' | 'not-nested' {
  const document = parseHtml(source, { locations: true, within: bounds.pageModel, step: stop })
  const main = outermost(document.childNodes.filter(isElement), 'main')[0]
  const place = main?.sourceCodeLocation
  if (!main || !place?.startTag || !place.endTag) return 'no-main'
  const within = { from: place.startTag.endOffset, to: place.endTag.startOffset }
  const reading: Reading = { source, hints: new Map() }
  const found = readChildren(reading, main, within, 'doc')
  if (!found) return 'not-nested'
  return pageSchema.nodes.doc.create(
    { head: source.slice(0, within.from), tail: found.tail + source.slice(within.to) },
    found.nodes
  )
}
