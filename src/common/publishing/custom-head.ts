import { attribute, elementsIn, isElement, outermost, readElements, type Element } from '../html'
import { escapeHtml } from './html-edits'
import { prefixedAddress } from './site-addresses'

/** An element of a page's head. Plain data, so that it can be read in another thread. */
export interface CustomElement {
  readonly tagName: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** Of scripts and styles. */
  readonly text: string
}

/**
 * What a site's `head.html` puts into the head of each page (U8): links, metas, scripts and styles; what
 * would lead readers elsewhere, or change where addresses lead, is left out. Null for a page of that name,
 * which has something to show.
 * @throws GalleyError beyond the bounds of HTML
 */
export function readCustomHead(html: string): readonly CustomElement[] | null {
  const roots = readElements(html)
  const [head] = outermost(roots, 'head')
  const [body] = outermost(roots, 'body')
  if (body?.childNodes.some((node) => isElement(node) || ('value' in node && node.value.trim() !== '')))
    return null
  return head ? customElements(head) : []
}

function customElements(head: Element): CustomElement[] {
  return elementsIn(head).flatMap((element) =>
    kept.has(element.tagName) && !leadsAway(element) ? [asElement(element)] : []
  )
}

export const asElement = (element: Element): CustomElement => ({
  tagName: element.tagName,
  attributes: element.attrs.map(({ name, value }) => [name, value] as const),
  text: textIn(element)
})

/** As it stands in the head of a page; addresses from the site's root begin with `base`. */
export function writtenHead(elements: readonly CustomElement[], base: string): string {
  return elements
    .map(({ tagName, attributes, text }) => {
      const written = attributes.map(
        ([name, value]) =>
          ` ${name}="${escapeHtml(name === 'href' || name === 'src' ? prefixedAddress(value, base) : value)}"`
      )
      return `<${tagName}${written.join('')}>${raw.has(tagName) ? `${text}</${tagName}>` : ''}\n`
    })
    .join('')
}

const kept: ReadonlySet<string> = new Set(['link', 'meta', 'script', 'style'])
const raw: ReadonlySet<string> = new Set(['script', 'style'])

const leadsAway = (element: Element): boolean =>
  /^(?:refresh|set-cookie)$/i.test(attribute(element, 'http-equiv')?.trim() ?? '')

/** Nothing in it can end the element: the parser would have ended it there. */
const textIn = (element: Element): string =>
  element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('')
