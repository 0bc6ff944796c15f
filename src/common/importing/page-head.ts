import type { PageMetadata } from '../publishing/page-metadata'
import type { Element } from '../html'
import { attribute, elementsIn, outermost, textOf } from '../html'

/** What decides which parts of a page's head its author wrote. */
export interface HeadRules {
  /** What the site's `metadata` sheet gives this page: not repeated in it. */
  readonly bulk: PageMetadata
  /** The file's name without extension: the title of a page that names none. */
  readonly name: string
}

/** What a page says of itself in its head, as the rows of a metadata block: `title`, `description`, `image`, then all others in order. */
export function metadataOf(roots: readonly Element[], { bulk, name }: HeadRules): PageMetadata {
  const [head] = outermost(roots, 'head')
  const tags = metaTags(head ? elementsIn(head) : [])
  const rows = new Map<string, string>()
  const title = titleOf(head)
  const [heading] = outermost(roots, 'h1')
  const derived = (heading && squeezed(textOf(heading))) || name
  if (title !== '' && title !== derived) rows.set('title', title)
  const description = tags.get('description') ?? ''
  if (description !== '') rows.set('description', description)
  const image = tags.get('og:image') ?? ''
  if (image !== '' && !image.includes('/default-meta-image.')) rows.set('image', image)
  for (const [key, value] of tags) {
    if (said.has(key) || /^(?:twitter:|og:image:|fb:)/.test(key)) continue
    if (key === 'og:title' && value === title) continue
    if (key === 'og:description' && value === description) continue
    rows.set(key, value)
  }
  const language = languageOf(roots)
  if (language !== '' && language !== 'en') rows.set('lang', language)
  return new Map([...rows].filter(([key, value]) => value !== '' && squeezed(bulk.get(key) ?? '') !== value))
}

/** Said by every page, or told by other rows. */
const said = new Set(['description', 'og:image', 'og:url', 'viewport', 'generator', 'color-scheme'])

function metaTags(elements: readonly Element[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const element of elements) {
    if (element.tagName !== 'meta') continue
    const key = (attribute(element, 'name') ?? attribute(element, 'property') ?? '').trim().toLowerCase()
    if (key !== '' && !found.has(key)) found.set(key, squeezed(attribute(element, 'content') ?? ''))
  }
  return found
}

function titleOf(head: Element | undefined): string {
  const [title] = head ? outermost([head], 'title') : []
  return title ? squeezed(textOf(title)) : ''
}

function languageOf(roots: readonly Element[]): string {
  const [html] = outermost(roots, 'html')
  return (html && attribute(html, 'lang')?.trim()) ?? ''
}

export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()
