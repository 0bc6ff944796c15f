import { publishedHtml } from '../structured'
import type { Element } from '../structured/page'
import { attribute, elementsIn, outermost, parsePage, textOf } from '../structured/page'
import { addedAttribute, attributeEdit, edited, escapeHtml, type Edit } from './html-edits'
import { metadataBlocks, metadataIn, type PageMetadata } from './page-metadata'
import { prefixedAddress, prefixedSrcset } from './site-addresses'

export interface PageOptions {
  /** What goes before addresses that begin at the site's root: `/sites/live/org/site`, or `''`. */
  readonly base: string
  /** Title of a page that names none. */
  readonly name: string
  /** What the site says of all its pages; the page's own metadata goes over it. */
  readonly metadata?: PageMetadata
}

/** A page as readers get it: the author's sections in a whole HTML document, with its metadata in the head. */
export function renderPage(html: string, { base, name, metadata = new Map() }: PageOptions): string {
  const page = readPage(html)
  const all = new Map([...metadata, ...metadataIn(page.roots)])
  const [heading] = outermost(page.roots, 'h1')
  const title = all.get('title') || (heading && textOf(heading)) || name
  const part = (tagName: string) => {
    const [element] = outermost(page.roots, tagName)
    return element ? inner(page.html, element, editsFor(page, base)) : ''
  }
  return `<!DOCTYPE html>
<html lang="${escapeHtml(all.get('lang') || 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${headOf(all, title, base)}<style>${style}</style>
</head>
<body>
<header>${part('header')}</header>
<main>${sectionsOf(page, base)}</main>
<footer>${part('footer')}</footer>
</body>
</html>
`
}

/** The author's sections alone: `.plain.html`. */
export function renderPlain(html: string, base: string): string {
  return `${sectionsOf(readPage(html), base).trim()}\n`
}

interface Page {
  readonly html: string
  readonly roots: readonly Element[]
}

function readPage(source: string): Page {
  const html = publishedHtml(source)
  return { html, roots: parsePage(html) }
}

function sectionsOf(page: Page, base: string): string {
  const [main] = outermost(page.roots, 'main')
  const [body] = outermost(page.roots, 'body')
  const content = main ?? body
  return content ? inner(page.html, content, editsFor(page, base)) : ''
}

/** What an element holds. One that the parser made up, because its tags are missing, holds the whole text. */
function inner(html: string, { sourceCodeLocation: at }: Element, edits: readonly Edit[]): string {
  return edited(
    html,
    edits,
    at?.startTag?.endOffset ?? 0,
    at?.endTag?.startOffset ?? at?.endOffset ?? html.length
  )
}

function editsFor({ roots }: Page, base: string): Edit[] {
  const edits: (Edit | null)[] = metadataBlocks(roots).map(({ sourceCodeLocation: at }) =>
    at ? { start: at.startOffset, end: at.endOffset, text: '' } : null
  )
  const ids = new Set<string>()
  const headings: Element[] = []
  for (const element of everyElement(roots)) {
    const id = attribute(element, 'id')
    if (id !== null) ids.add(id)
    if (/^h[1-6]$/.test(element.tagName) && id === null) headings.push(element)
    for (const name of addressAttributes) {
      const value = attribute(element, name)
      if (value === null || base === '') continue
      const moved = name === 'srcset' ? prefixedSrcset(value, base) : prefixedAddress(value, base)
      if (moved !== value) edits.push(attributeEdit(element, name, moved))
    }
  }
  for (const heading of headings)
    edits.push(addedAttribute(heading, 'id', freeId(slug(textOf(heading)), ids)))
  return edits.flatMap((edit) => edit ?? [])
}

const addressAttributes = ['href', 'src', 'srcset', 'poster'] as const

function* everyElement(roots: readonly Element[]): Generator<Element> {
  const waiting = [...roots].reverse()
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element
    waiting.push(...elementsIn(element).reverse())
  }
}

function slug(text: string): string {
  const found = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return found === '' ? 'section' : found
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let count = 1; taken.has(id); count++) id = `${wanted}-${count}`
  taken.add(id)
  return id
}

/** Description, picture and whatever else the metadata says, as `meta` elements. */
function headOf(metadata: PageMetadata, title: string, base: string): string {
  const image = metadata.get('image')
  const tags = new Map<string, string>([['og:title', title]])
  const description = metadata.get('description')
  if (description) tags.set('description', description).set('og:description', description)
  if (image) tags.set('og:image', prefixedAddress(image, base))
  for (const [key, value] of metadata) if (!spoken.has(key) && value !== '') tags.set(key, value)
  return [...tags]
    .map(([key, value]) => {
      const kind = key.startsWith('og:') ? 'property' : 'name'
      return `<meta ${kind}="${escapeHtml(key)}" content="${escapeHtml(value)}">\n`
    })
    .join('')
}

const spoken = new Set(['title', 'image', 'lang'])

const style =
  ':root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1.25rem}' +
  'img,video{max-width:100%;height:auto}h1,h2,h3{line-height:1.25}table{border-collapse:collapse}td,th{padding:.25rem .75rem .25rem 0;text-align:left}'
