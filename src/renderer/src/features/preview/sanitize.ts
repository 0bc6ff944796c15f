import { pageDocument } from './page-document'

/** What a preview of untrusted HTML may hold, and which media it refers to. */
export interface SafeDocument {
  /** Without scripts, handlers, frames, forms' targets, refreshes and addresses that would be loaded. */
  readonly document: Document
  /** Elements whose picture or media lies in the workspace, or nowhere the preview may reach. */
  readonly media: readonly {
    readonly element: Element
    readonly attribute: string
    readonly address: string
  }[]
}

const removed =
  'script, noscript, template, iframe, frame, frameset, object, embed, applet, base, link, meta, portal, fencedframe'
const loading = [
  'src',
  'srcset',
  'poster',
  'background',
  'data',
  'action',
  'formaction',
  'ping',
  'manifest',
  'lowsrc',
  'imagesrcset'
]

/**
 * Reads a document's HTML as data and takes out everything that acts or loads. The frame that shows it runs no scripts
 * and has a policy of its own besides: this is the second lock, not the only one.
 * @throws GalleyError too-large · too-complex
 */
export function sanitize(html: string): SafeDocument {
  const document = pageDocument(html)
  for (const element of document.querySelectorAll(removed)) element.remove()
  const media: { element: Element; attribute: string; address: string }[] = []
  for (const element of document.querySelectorAll('*')) {
    const address = element.getAttribute('src') ?? firstOf(element.getAttribute('srcset'))
    if (isMedia(element) && address) media.push({ element, attribute: 'src', address })
    const poster = element.getAttribute('poster')
    if (poster) media.push({ element, attribute: 'poster', address: poster })
    for (const { name } of [...element.attributes]) {
      if (/^on/i.test(name) || loading.includes(name.toLowerCase())) element.removeAttribute(name)
    }
    disarmLink(element)
    if (isSvgReference(element)) element.remove()
  }
  for (const style of document.querySelectorAll('style'))
    style.textContent = withoutLoads(style.textContent ?? '')
  for (const element of document.querySelectorAll('[style]')) {
    element.setAttribute('style', withoutLoads(element.getAttribute('style') ?? ''))
  }
  return { document, media }
}

function isMedia(element: Element): boolean {
  return /^(img|source|video|audio)$/i.test(element.tagName)
}

/** Links stay readable, say where they go on hover, keep their address as `data-link`, and go nowhere. */
function disarmLink(element: Element): void {
  for (const name of ['href', 'xlink:href']) {
    const address = element.getAttribute(name)
    if (address === null) continue
    if (address.startsWith('#')) continue
    element.removeAttribute(name)
    if (!/^(a|area)$/i.test(element.tagName)) continue
    element.setAttribute('data-link', isFollowed(address) ? address : '')
    if (!element.hasAttribute('title')) element.setAttribute('title', address)
  }
  element.removeAttribute('target')
}

/** A page, a mail address, or a place in the site. */
function isFollowed(address: string): boolean {
  const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  return scheme === undefined || /^(https?|mailto)$/i.test(scheme)
}

function isSvgReference(element: Element): boolean {
  return /^(use|image|feimage|animate|set|animatetransform|animatemotion|foreignobject)$/i.test(
    element.tagName
  )
}

function withoutLoads(css: string): string {
  return css
    .replaceAll(/@import[^;]*;?/gi, '')
    .replaceAll(/(?:-webkit-)?image-set\([^)]*\)|url\((?!\s*['"]?(?:data:image\/|#))[^)]*\)/gi, 'none')
}

function firstOf(srcset: string | null): string | null {
  return srcset?.trim().split(/[\s,]+/)[0] ?? null
}
