import type { ContentPath } from '../../../../common/content/paths'
import { isDrawing, pictureExcess } from '../../../../common/content/picture-excess'
import { SIZE_WITHIN } from '../../../../common/content/picture-size'
import { inlineMedia, type Inlined } from './media-cache'
import { resolveAddress } from './resolve-address'
import { markBlocks } from './blocks'
import { markChange } from './mark-change'
import { sanitize } from './sanitize'
import previewCss from './preview.css?raw'
import { visibleText } from '../../../../common/content/visible-text'

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

const policy =
  "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'"

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
    media.map(async ({ element, attribute, address }) => {
      if (/^data:(image|video|audio)\//i.test(address)) return put(element, attribute, held(address))
      const target = resolveAddress(address, path)
      put(
        element,
        attribute,
        target ? await inlineMedia(target) : { kind: 'placeholder', why: `On another site: ${address}` }
      )
    })
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

/** A picture that the document holds itself. */
function held(address: string): Inlined {
  const comma = address.indexOf(',')
  const type = address.slice('data:'.length, comma)
  const excess = pictureExcess(bytesIn(address.slice(comma + 1), type), type)
  return excess === null
    ? { kind: 'data', url: address }
    : { kind: 'placeholder', why: `This picture has ${excess}` }
}

/** Of a drawing all, else the first ones. */
function bytesIn(data: string, type: string): Uint8Array {
  try {
    if (!/;\s*base64\s*$/i.test(type)) return new TextEncoder().encode(decodeURIComponent(data))
    const plain = decodeURIComponent(isDrawing(type) ? data : data.slice(0, SIZE_WITHIN))
    return Uint8Array.from(atob(plain), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function put(element: Element, attribute: string, inlined: Inlined): void {
  if (inlined.kind === 'data') return element.setAttribute(attribute, inlined.url)
  if (!/^img$/i.test(element.tagName)) return
  const note = element.ownerDocument.createElement('span')
  note.className = 'galley-placeholder'
  note.textContent = visibleText([element.getAttribute('alt'), inlined.why].filter(Boolean).join(' · '))
  element.replaceWith(note)
}

function pageOf(root: HTMLElement, css: string): string {
  const document = root.ownerDocument
  const head = document.createElement('head')
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  const charset = document.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const style = document.createElement('style')
  style.textContent = previewCss + css
  const old = root.querySelector(':scope > head')
  head.append(charset, meta, style, ...(old?.querySelectorAll('style') ?? []))
  old?.remove()
  root.prepend(head)
  return `<!doctype html>${root.outerHTML}`
}
