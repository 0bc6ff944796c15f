import type { ContentPath } from '../../../../common/content/paths'
import { visibleText } from '../../../../common/content/visible-text'
import { frameHead } from './frame-head'
import { frameMedia, placeholderWords } from './frame-media'
import type { Inlined } from './media-cache'
import { markBlocks } from './blocks'
import { markChange } from './mark-change'
import { sanitize } from './sanitize'

/** A page for a frame, and what it shows, to compare the next one with. */
export interface Rendered {
  readonly page: string
  readonly shown: Element
}

/** How a page is put into its frame. */
export interface RenderOptions {
  /** What the frame shows now: the page opens where it first differs from it. */
  readonly shown?: Element | null
  /** The address that tells of a followed link; without it only links within the page lead anywhere. */
  readonly hrefOf?: ((address: string) => string) | null
  /** Style of Galley's own, behind the plain one. */
  readonly css?: string
}

/**
 * A page for a sandboxed frame: the document as a reader sees it, with Galley's plain style below its own, and media of
 * the workspace put in. Nothing in it runs or loads.
 * @throws GalleyError `too-large`, `too-complex`
 */
export async function renderPreview(
  html: string,
  path: ContentPath,
  { shown = null, hrefOf = null, css = '' }: RenderOptions = {}
): Promise<Rendered> {
  const { root, media } = sanitize(html)
  await Promise.all(
    media.map(async ({ element, attribute, address }) =>
      put(element, attribute, await frameMedia(address, path))
    )
  )
  const body = bodyOf(root)
  markBlocks(body)
  const plain = body.cloneNode(true)
  if (shown) markChange(shown, body)
  connectLinks(body, hrefOf)
  return { page: pageOf(root, css), shown: plain instanceof Element ? plain : body }
}

function bodyOf(root: Element): Element {
  return root.querySelector(':scope > body') ?? root
}

function connectLinks(body: Element, hrefOf: ((address: string) => string) | null): void {
  // the page has the address of the window: a bare fragment would show the window itself in the frame
  for (const link of body.querySelectorAll('a[href^="#"], area[href^="#"]'))
    link.setAttribute('href', `about:srcdoc${link.getAttribute('href') ?? ''}`)
  if (!hrefOf) return
  for (const link of body.querySelectorAll('[data-link]')) {
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
  note.textContent = visibleText(placeholderWords(element.getAttribute('alt'), inlined.why))
  element.replaceWith(note)
}

function pageOf(root: HTMLElement, css: string): string {
  const document = root.ownerDocument
  const head = document.createElement('head')
  head.insertAdjacentHTML('afterbegin', frameHead(css))
  const old = root.querySelector(':scope > head')
  head.append(...(old?.querySelectorAll('style') ?? []))
  old?.remove()
  root.prepend(head)
  return `<!doctype html>${root.outerHTML}`
}
