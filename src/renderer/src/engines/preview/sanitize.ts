import { purify } from './purify'
import { visibleText } from '../../../../common/content/visible-text'

/** What a preview of untrusted HTML may hold, and which media it refers to. */
interface SafeDocument {
  /**
   * The `html` element: only what is on the lists, with links that lead nowhere and nothing that would be
   * loaded.
   */
  readonly root: HTMLElement
  /** Elements whose picture or media lies in the workspace, or nowhere the preview may reach. */
  readonly media: readonly {
    readonly element: Element
    readonly attribute: string
    readonly address: string
  }[]
}

const loading = ['src', 'srcset', 'poster']

/**
 * Reads a document's HTML as data and takes out everything that is not on the lists of what may be shown. The
 * frame that shows it runs no scripts and has a policy of its own besides: this is the first lock, not the
 * only one.
 * @throws GalleyError `too-large`, `too-complex`
 */
export function sanitize(html: string): SafeDocument {
  const root = purify(html)
  const media: { element: Element; attribute: string; address: string }[] = []
  for (const element of root.querySelectorAll('*')) {
    const address = element.getAttribute('src') ?? firstOf(element.getAttribute('srcset'))
    if (isMedia(element) && address) media.push({ element, attribute: 'src', address })
    const poster = element.getAttribute('poster')
    if (poster) media.push({ element, attribute: 'poster', address: poster })
    for (const name of loading) element.removeAttribute(name)
    disarmLink(element)
  }
  return { root, media }
}

function isMedia(element: Element): boolean {
  return /^(img|source|video|audio)$/.test(element.localName)
}

/** Links stay readable, say where they go on hover, keep their address as `data-link`, and go nowhere. */
function disarmLink(element: Element): void {
  const address = element.getAttribute('href')
  if (address === null || address.startsWith('#')) return
  element.removeAttribute('href')
  if (!/^(a|area)$/.test(element.localName)) return
  element.setAttribute('data-link', address)
  if (!element.hasAttribute('title')) element.setAttribute('title', visibleText(address))
}

function firstOf(srcset: string | null): string | null {
  return srcset?.trim().split(/[\s,]+/)[0] ?? null
}
