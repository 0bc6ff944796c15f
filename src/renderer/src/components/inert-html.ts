import { bounds } from '../../../common/bounds'
import { parseHtml } from '../../../common/html'

/**
 * A browser cannot be stopped while it reads: what would take it too long is refused before. To be asked
 * before the window reads any HTML of strangers. A picture in the text itself is long, and no markup: it may
 * make a page longer.
 * @throws GalleyError `too-large`, `too-complex`
 */
export function checkHtml(html: string): void {
  const { characters, nodes, pictures } = bounds.htmlShown
  let held = 0
  for (const [picture] of html.matchAll(inlinePicture)) held += picture.length
  // read as the window will: without scripting, what is for browsers without it is markup like any other
  const as = { within: { characters: characters + Math.min(held, pictures), nodes }, scripting: false }
  parseHtml(html, as)
  // newer browsers keep in a list to choose from what the standard's parser left out of it
  if (list.test(html)) parseHtml(html.replace(listTags, '<$1galley'), as)
}

const inlinePicture = /data:[a-z]+\/[a-z0-9.+-]+;base64,[a-z0-9+/=]+/gi
const list = /<select[\s/>]/i
const listTags = /<(\/?)select(?=[\s/>])/gi

/**
 * Reads HTML of strangers for its words: in a document that belongs to no window, so that nothing in it runs
 * or loads. Its `html` element, for a name in the text (`<img name=body>`) hides properties of a document.
 * @throws GalleyError as `checkHtml`
 */
export function inertHtml(html: string): Element {
  checkHtml(html)
  const read = new DOMParser().parseFromString(html, 'text/html')
  const root = document.createTreeWalker(read, NodeFilter.SHOW_ELEMENT).nextNode()
  if (!(root instanceof Element)) throw new Error('A document has one element around all others.')
  return root
}
