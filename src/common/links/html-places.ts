import {
  attribute,
  isElement,
  parseHtml,
  pushReversed,
  type Element,
  type HtmlDocument,
  type Node
} from '../html'
import { inRefresh, inSrcset, inStyle, inText, isAddressText, LONGEST, type Stretch } from './inside'
import type { Container, LinkKind, LinkPlace } from './place'
import { schemaNameIn } from '../formats/structured'
import { htmlSigns, openReferences, partOf, type Reference, type Signs } from './signs'

/**
 * The addresses of a page in the order of its source, each once: in attributes, in styles, as the only
 * words of a line or cell, and in the longer values of a form.
 * @param document read with places
 * @throws GalleyError too-large · too-complex
 */
export function htmlPlaces(html: string, document: HtmlDocument = readForPlaces(html)): LinkPlace[] {
  const found = new Map<number, LinkPlace>()
  const reference = openReferences()
  const hasBase = outermostBase(document)
  const isForm = schemaNameIn(html) !== null
  const keep = ({ value, at }: Signs, of: Omit<LinkPlace, 'value' | 'at'>, isMapped = true) => {
    const from = value.length - value.trimStart().length
    const to = Math.max(from, value.trimEnd().length)
    const inner = partOf({ value, at }, from, to)
    const start = at[from]
    if (inner.value === '' || inner.value.length > LONGEST || start === undefined || found.has(start)) return
    found.set(start, { ...of, ...inner, at: isMapped ? inner.at : null })
  }
  const waiting: Node[] = []
  pushReversed(waiting, document.childNodes)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue
    if ('content' in node) pushReversed(waiting, node.content.childNodes)
    pushReversed(waiting, node.childNodes)
    inAttributes(html, node, reference, hasBase, keep)
    inWords(html, node, isForm, reference, keep)
  }
  return [...found].sort(([a], [b]) => a - b).map(([, place]) => place)
}

/** As `htmlPlaces` wants it: what is for browsers without scripting has links as well. */
export const readForPlaces = (html: string): HtmlDocument =>
  parseHtml(html, { locations: true, scripting: false })

type Keep = (signs: Signs, of: Omit<LinkPlace, 'value' | 'at'>, isMapped?: boolean) => void

const addressed: ReadonlySet<string> = new Set([
  'href',
  'src',
  'poster',
  'formaction',
  'cite',
  'background',
  'xlink:href'
])
const shown: ReadonlySet<string> = new Set(['img', 'source', 'video', 'audio', 'track', 'image', 'embed'])

function inAttributes(
  html: string,
  element: Element,
  reference: Reference,
  hasBase: boolean,
  keep: Keep
): void {
  for (const { name: own, prefix, value } of element.attrs) {
    const name = prefix ? `${prefix}:${own}` : own
    const stretches = stretchesIn(element, name, value)
    if (stretches.length === 0) continue
    const signs = attributeSigns(html, element, name, reference)
    const isMapped = signs?.value === value
    const all = isMapped ? signs : unmapped(value, element.sourceCodeLocation?.startOffset ?? 0)
    const isRelative = !hasBase && !name.startsWith('data-') && !(name === 'content' && !isRefresh(element))
    for (const { from, to } of stretches)
      keep(
        partOf(all, from, to),
        { kind: kindOf(element, name), container: 'attribute', relative: isRelative },
        isMapped
      )
  }
}

function stretchesIn(element: Element, name: string, value: string): Stretch[] {
  const all = whole(value)
  if (addressed.has(name)) return all
  if (name === 'srcset' || name === 'imagesrcset') return inSrcset(value)
  if (name === 'style') return /url\(/i.test(value) ? inStyle(value) : []
  if (name === 'action') return element.tagName === 'form' ? all : []
  if (name === 'data') return element.tagName === 'object' ? all : []
  if (name === 'content' && isRefresh(element)) return inRefresh(value)
  return (name === 'content' && element.tagName === 'meta') || name.startsWith('data-')
    ? isAddressText(value)
      ? all
      : []
    : []
}

const whole = (value: string): Stretch[] => [{ from: 0, to: value.length }]

const isRefresh = (element: Element) =>
  element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh'

function kindOf({ tagName }: Element, name: string): LinkKind {
  if (name.endsWith('srcset') || name === 'poster' || name === 'background' || name === 'style')
    return 'media'
  if (shown.has(tagName) && (name === 'src' || name.endsWith('href'))) return 'media'
  if ((tagName === 'a' || tagName === 'area') && name.endsWith('href')) return 'link'
  return name.startsWith('data-') || name === 'content' ? 'text' : 'part'
}

/** The value of an attribute where it is written; null where the element is not in the source. */
function attributeSigns(html: string, element: Element, name: string, reference: Reference): Signs | null {
  const place = element.sourceCodeLocation?.attrs?.[name]
  if (!place) return null
  const written = html.slice(place.startOffset, place.endOffset)
  const before = /^=?[^\s/>=]*\s*=\s*/.exec(written)?.[0]
  if (before === undefined) return null
  const from = place.startOffset + before.length
  const quote = html.charAt(from)
  const isQuoted = quote === '"' || quote === "'"
  return htmlSigns(
    html,
    { from: isQuoted ? from + 1 : from, to: isQuoted ? place.endOffset - 1 : place.endOffset },
    'attribute',
    reference
  )
}

/** Words that are an address of their own, what longer values of a form have of them, and styles. */
function inWords(html: string, element: Element, isForm: boolean, reference: Reference, keep: Keep): void {
  const { tagName } = element
  const isStyle = tagName === 'style'
  if (silent.has(tagName)) return
  const texts = element.childNodes.filter((node) => 'value' in node && node.value.trim() !== '')
  const [only] = texts
  if (!only || !('value' in only) || (!isStyle && (texts.length > 1 || element.childNodes.some(isElement))))
    return
  const words = isForm ? inText(only.value) : isAddressText(only.value) ? whole(only.value) : []
  if (!isStyle && words.length === 0) return
  if (tagName === 'a' && attribute(element, 'href')?.trim() !== only.value.trim()) return
  const place = only.sourceCodeLocation
  if (!place) return
  const container: Container = isStyle ? 'raw' : 'text'
  const signs = htmlSigns(html, { from: place.startOffset, to: place.endOffset }, container, reference)
  const isMapped = signs.value === only.value
  const all = isMapped ? signs : unmapped(only.value, place.startOffset)
  for (const { from, to } of isStyle ? inStyle(only.value) : words)
    keep(partOf(all, from, to), { kind: isStyle ? 'media' : 'text', container, relative: isStyle }, isMapped)
}

const silent: ReadonlySet<string> = new Set([
  'script',
  'code',
  'pre',
  'textarea',
  'title',
  'xmp',
  'kbd',
  'samp'
])

/** Every sign where the whole begins, so that the order is kept: nothing is written there. */
const unmapped = (value: string, start: number): Signs => ({
  value,
  at: Array.from({ length: value.length + 1 }, (_, unit) => start + unit)
})

/** A page that says where its addresses begin has none that begin at itself. */
function outermostBase(document: HtmlDocument): boolean {
  const waiting: Node[] = [...document.childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue
    if (node.tagName === 'base' && attribute(node, 'href') !== null) return true
    pushReversed(waiting, node.childNodes)
  }
  return false
}
