import type { ContentPath } from '../../../../common/content/paths'
import { visibleText } from '../../../../common/content/visible-text'
import { frameHead } from './frame-head'
import { frameMedia, placeholderWords } from './frame-media'
import type { Inlined } from './media-cache'
import { markChange } from './mark-change'
import { sanitize } from './sanitize'

/** A page for a frame, and what it shows, to compare the next one with. */
interface Rendered {
  readonly page: string
  readonly shown: Element
}

/** How a page is put into its frame. */
interface RenderOptions {
  /** What the frame shows now: the page opens where it first differs from it. */
  readonly shown?: Element | null
  /** The address that tells of a followed link; without it only links within the page lead anywhere. */
  readonly hrefOf?: ((address: string) => string) | null
  /** Style of Galley's own, behind the plain one. */
  readonly css?: string
}

/**
 * A page for a sandboxed frame: the document as a reader sees it, with Galley's plain style below its own,
 * and media of the workspace put in. Nothing in it runs or loads.
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

/** Marks the parts of authored HTML that have a layout of their own, for the preview's style. */
function markBlocks(body: Element): void {
  for (const section of body.querySelectorAll('main > div')) {
    section.setAttribute('data-galley', 'section')
    for (const block of section.querySelectorAll(':scope > div[class]')) markBlock(block)
  }
}

/**
 * `<div class="name"><div row><div cell>…`: rows and cells, with the block's name shown where it has no style
 * of its own.
 */
function markBlock(block: Element): void {
  const name = block.classList[0] ?? ''
  block.setAttribute('data-galley', /metadata$/.test(name) ? 'metadata' : 'block')
  block.setAttribute('data-galley-name', [...block.classList].join(' · '))
  for (const row of block.children) {
    row.setAttribute('data-galley', 'row')
    for (const cell of row.children) cell.setAttribute('data-galley', 'cell')
  }
}
