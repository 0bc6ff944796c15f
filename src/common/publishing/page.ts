import { bounds } from '../bounds'
import { publishedPage } from '../formats/structured'
import type { Element, KeepPlace } from '../html'
import { attribute, everyElement, outermost, textOf } from '../html'
import { addedAttribute, attributeEdit, edited, escapeHtml, type Edit } from './html-edits'
import { writtenHead, type CustomElement } from './custom-head'
import { firstWords } from './first-words'
import { headElements, languageIn, titleSuffix } from './head'
import { metadataBlocks, metadataIn, saidIn, type PageMetadata } from './page-metadata'
import { partsOf, type PageParts } from './page-parts'
import { prefixedAddress, prefixedSrcset } from './site-addresses'

interface PageOptions {
  /** What goes before addresses that begin at the site's root: `/sites/live/org/site`, or `''`. */
  readonly base: string
  /** Title of a page that names none. */
  readonly name: string
  /** What the site says of all its pages; the page's own metadata goes over it. */
  readonly metadata?: PageMetadata
  /** Where readers find it on the site; its name at the site's root unless told. */
  readonly path?: string
  /** The site's public address; null or left out: none is known. */
  readonly host?: string | null
  /** What the site puts into the head of each page. */
  readonly head?: readonly CustomElement[]
}

/**
 * A page as readers get it: the author's sections in a whole HTML document, with its metadata in the head.
 */
export function renderPage(html: string, options: PageOptions): string {
  const page = readPage(html, options.base)
  const { header, content, footer } = page.parts
  return `${renderHead(page.roots, options)}<body>
<header>${inner(page, header)}</header>
<main>${inner(page, content)}</main>
<footer>${inner(page, footer)}</footer>
</body>
</html>
`
}

/** The same down to its body: what it says of itself. */
export function renderHead(roots: readonly Element[], options: PageOptions): string {
  const { base, name, metadata = new Map(), path = `/${name}`, host = null, head = [] } = options
  const all = new Map([...metadata, ...metadataIn(roots)])
  const title = (saidIn(all, 'title') || ownTitle(roots, name)) + titleSuffix(all)
  const facts = { title, base, host, path, ...firstWords(partsOf(roots).content) }
  return `<!DOCTYPE html>
<html lang="${escapeHtml(languageIn(all) || 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="${escapeHtml(saidIn(all, 'viewport') || VIEWPORT)}">
<title>${escapeHtml(title)}</title>
${writtenHead(headElements(all, facts), '')}${writtenHead(head, base)}<style>${style}</style>
</head>
`
}

/** What a page is called that does not say so: its first heading, else its file. */
export function ownTitle(roots: readonly Element[], name: string): string {
  const [heading] = outermost(roots, 'h1')
  return (heading && textOf(heading, bounds.html.idText)) || name
}

const VIEWPORT = 'width=device-width, initial-scale=1'

/**
 * What readers get of a page, as the author wrote it, with these edits of it done: what is outside of that is
 * gone.
 */
export function deliveredBody(html: string, roots: readonly Element[], edits: readonly Edit[] = []): string {
  const part = (element: Element | null) => inner({ html, edits }, element)
  const { header, content, footer } = partsOf(roots)
  return `<body><header>${part(header)}</header><main>${part(content)}</main><footer>${part(footer)}</footer></body>`
}

/** The author's sections alone: `.plain.html`. */
export function renderPlain(html: string, base: string): string {
  const page = readPage(html, base)
  return `${inner(page, page.parts.content).trim()}\n`
}

interface Page {
  readonly html: string
  readonly roots: readonly Element[]
  readonly parts: PageParts
  readonly edits: readonly Edit[]
}

function readPage(source: string, base: string): Page {
  const { html, roots } = publishedPage(source, isEdited)
  return { html, roots, parts: partsOf(roots), edits: editsFor(roots, base) }
}

/**
 * What an element holds. One that the parser made up, because its tags are missing, holds the whole text; a
 * body holds what stands behind its end, as browsers read it.
 */
function inner({ html, edits }: Pick<Page, 'html' | 'edits'>, part: Element | null): string {
  if (part === null) return ''
  const at = part.sourceCodeLocation
  const start = at?.startTag?.endOffset ?? 0
  if (part.tagName !== 'body') return edited(html, edits, start, at?.endTag?.startOffset ?? at?.endOffset)
  const above = part.parentNode && 'tagName' in part.parentNode ? part.parentNode.sourceCodeLocation : null
  const ends = [at?.endTag, above?.endTag].flatMap((tag) =>
    tag ? [{ start: tag.startOffset, end: tag.endOffset, text: '' }] : []
  )
  return edited(html, [...edits, ...ends], start)
}

function editsFor(roots: readonly Element[], base: string): Edit[] {
  const edits: (Edit | null)[] = metadataBlocks(roots).map(({ sourceCodeLocation: at }) =>
    at ? { start: at.startOffset, end: at.endOffset, text: '' } : null
  )
  for (const element of everyElement(roots)) {
    for (const name of addressAttributes) {
      const value = attribute(element, name)
      if (value === null || base === '') continue
      const moved = name === 'srcset' ? prefixedSrcset(value, base) : prefixedAddress(value, base)
      if (moved !== value) edits.push(attributeEdit(element, name, moved))
    }
  }
  for (const [heading, id] of headingIds(roots)) edits.push(addedAttribute(heading, 'id', id))
  return edits.flatMap((edit) => edit ?? [])
}

/** The ids that readers get for headings without one, by their words: no other element of the page has them. */
function headingIds(roots: readonly Element[]): [heading: Element, id: string][] {
  const taken = new Set<string>()
  const headings: Element[] = []
  for (const element of everyElement(roots)) {
    const id = attribute(element, 'id')
    if (id !== null) taken.add(id)
    if (/^h[1-6]$/.test(element.tagName) && id === null) headings.push(element)
  }
  const free = freeIds(taken)
  return headings.map((heading) => [heading, free(slug(textOf(heading, bounds.html.idText)))])
}

/** Every place of a page that an address can name behind its `#`, as readers get it. */
export function anchorsIn(roots: readonly Element[]): string[] {
  const found = new Set(headingIds(roots).map(([, id]) => id))
  for (const element of everyElement(roots)) {
    const id = attribute(element, 'id')
    const name = element.tagName === 'a' ? attribute(element, 'name') : null
    for (const one of [id, name]) if (one) found.add(one)
  }
  return [...found]
}

const addressAttributes = ['href', 'src', 'srcset', 'poster'] as const

/** What is cut out of the page, or written into: only of that the places are kept. */
const isEdited: KeepPlace = (node) =>
  'tagName' in node &&
  (parts.has(node.tagName) || node.attrs.some(({ name }) => addressAttributes.some((one) => one === name)))
const parts = new Set('html body header main footer div h1 h2 h3 h4 h5 h6'.split(' '))

/** The id that readers get for a heading of these words, unless another has it. */
export function slug(text: string): string {
  const found = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  return found === '' ? 'section' : found
}

/** Gives each wanted id a number that is free, and goes on from there for the next of that name. */
function freeIds(taken: Set<string>): (wanted: string) => string {
  const counts = new Map<string, number>()
  return (wanted) => {
    let count = counts.get(wanted) ?? 0
    let id = count === 0 ? wanted : `${wanted}-${count}`
    for (; taken.has(id); id = `${wanted}-${count}`) count += 1
    taken.add(id)
    counts.set(wanted, count)
    return id
  }
}

/** How a page looks that brings no style. */
export const style =
  ':root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1.25rem}' +
  'img,video{max-width:100%;height:auto}h1,h2,h3{line-height:1.25}table{border-collapse:collapse}td,th{padding:.25rem .75rem .25rem 0;text-align:left}'
