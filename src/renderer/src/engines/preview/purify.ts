import createPurifier from 'dompurify'
import { checkHtml } from '../../components/inert-html'
import { addresses, attributes, elements, fieldTypes } from './allowed'
import { safeDeclarations, safeSheet } from './safe-css'

const purifier = createPurifier(window)

/**
 * A piece of another document with its own rules (formulas) may be read one way here and another way in the
 * frame.
 */
const withoutContent = [
  'script',
  'noscript',
  'template',
  'iframe',
  'noembed',
  'noframes',
  'object',
  'math',
  'xmp',
  'title'
]

/**
 * Reads a document of strangers: what is on the lists of `allowed.ts` stays, everything else goes, its words
 * stay where they are words. What comes back belongs to no window: nothing in it runs or loads. No name in it
 * hides a property of the document.
 * @returns its `html` element
 * @throws GalleyError `too-large`, `too-complex`
 */
export function purify(html: string): HTMLElement {
  if (!purifier.isSupported) throw new Error('This browser cannot take documents apart.')
  checkHtml(html)
  const root = purifier.sanitize(html, {
    WHOLE_DOCUMENT: true,
    RETURN_DOM: true,
    ALLOWED_TAGS: [...elements],
    ALLOWED_ATTR: [...attributes],
    ALLOWED_URI_REGEXP: addresses,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORBID_CONTENTS: withoutContent
  })
  if (!(root instanceof HTMLElement)) throw new Error('A document has one element around all others.')
  // in a drawing it would be read by other rules
  for (const element of root.querySelectorAll('svg style')) element.remove()
  for (const element of root.querySelectorAll('style'))
    element.textContent = safeSheet(element.textContent ?? '')
  for (const element of root.querySelectorAll('*')) restrict(element)
  return root
}

/** What depends on the element or on the value. */
function restrict(element: Element): void {
  if (element.hasAttribute('style')) {
    const kept = element instanceof HTMLElement ? safeDeclarations(element.style) : ''
    if (kept === '') element.removeAttribute('style')
    else element.setAttribute('style', kept)
  }
  const name = element.localName
  if (name !== 'a' && name !== 'map') element.removeAttribute('name')
  if (name === 'input' && !fieldTypes.has(element.getAttribute('type') ?? 'text'))
    element.setAttribute('type', 'text')
  for (const paint of paints) if (/[(\\]/.test(ownPaint(element, paint))) element.removeAttribute(paint)
}

const paints = ['fill', 'stroke', 'clip-path']

/** A paint or a cut; a reference into the drawing itself counts for nothing here, since it loads nothing. */
const ownPaint = (element: Element, name: string): string =>
  (element.getAttribute(name) ?? '')
    .replace(/^\s*url\(\s*["']?#[\w-]+["']?\s*\)/i, '')
    .replace(/^\s*(?:rgba?|hsla?)\([\d\s.,%/]*\)\s*$/i, '')
