import { isBeyondBounds } from '../../../../common/bounds'
import type { ContentPath } from '../../../../common/content/paths'
import { inlineMedia, type Inlined } from './media-cache'
import { resolveAddress } from './resolve-address'
import { markBlocks } from './blocks'
import { markChange } from './mark-change'
import { copyOf } from './page-document'
import { sanitize, type SafeDocument } from './sanitize'
import previewCss from './preview.css?raw'

/** A page for a frame, and what it shows, to compare the next one with. */
export interface Rendered {
  readonly page: string
  readonly document: Document
}

const policy =
  "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'"

/**
 * A page for a sandboxed frame: the document as a reader sees it, with Galley's plain style below its own, and media of
 * the workspace put in. Nothing in it runs or loads. Of a page beyond the bounds (X5) it says which. It opens where it first differs from what is `shown` now.
 * @param hrefOf the address that tells of a followed link; without it only links within the page lead anywhere
 */
export async function renderPreview(
  html: string,
  path: ContentPath,
  shown: Document | null,
  hrefOf: ((address: string) => string) | null = null
): Promise<Rendered> {
  const { document, media } = readable(html)
  await Promise.all(
    media.map(async ({ element, attribute, address }) => {
      if (address.startsWith('data:image/')) return element.setAttribute(attribute, address)
      const target = resolveAddress(address, path)
      put(
        element,
        attribute,
        target ? await inlineMedia(target) : { kind: 'placeholder', why: `On another site: ${address}` }
      )
    })
  )
  markBlocks(document)
  const plain = copyOf(document)
  if (shown) markChange(shown, document)
  connectLinks(document, hrefOf)
  return { page: pageOf(document), document: plain }
}

/** The page; or, when it is too much for the window, the sentence that says so. */
function readable(html: string): SafeDocument {
  try {
    return sanitize(html)
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    const { document } = sanitize('<main><div><p></p></div></main>')
    const place = document.querySelector('p')
    if (place) place.textContent = error.message
    return { document, media: [] }
  }
}

function connectLinks(document: Document, hrefOf: ((address: string) => string) | null): void {
  // the page has the address of the window: a bare fragment would show the window itself in the frame
  for (const link of document.querySelectorAll('a[href^="#"], area[href^="#"]'))
    link.setAttribute('href', `about:srcdoc${link.getAttribute('href') ?? ''}`)
  if (!hrefOf) return
  for (const link of document.querySelectorAll('[data-link]')) {
    const address = link.getAttribute('data-link') ?? ''
    if (address === '') continue
    link.setAttribute('href', hrefOf(address))
    link.setAttribute('target', '_top')
  }
}

function put(element: Element, attribute: string, inlined: Inlined): void {
  if (inlined.kind === 'data') return element.setAttribute(attribute, inlined.url)
  if (!/^img$/i.test(element.tagName)) return
  const note = element.ownerDocument.createElement('span')
  note.className = 'galley-placeholder'
  note.textContent = [element.getAttribute('alt'), inlined.why].filter(Boolean).join(' · ')
  element.replaceWith(note)
}

function pageOf(document: Document): string {
  const head = document.createElement('head')
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  const charset = document.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const style = document.createElement('style')
  style.textContent = previewCss
  head.append(charset, meta, style, ...document.head.querySelectorAll('style'))
  document.head.replaceWith(head)
  return `<!doctype html>${document.documentElement.outerHTML}`
}
