import { attribute, elementsIn, outermost, textOf, type Element } from '../html'
import { parseJson } from '../json'
import { asElement, type CustomElement } from '../publishing/custom-head'
import { JSON_LD } from '../publishing/head'
import { style } from '../publishing/page'
import { parsed } from './site-references'
import { squeezed } from './squeezed'

/** Something that a page's head says, in a form in which two pages can be compared. */
export interface HeadItem {
  /** `meta name="robots"`, `link rel="canonical"`: what a finding calls it. */
  readonly what: string
  /** The key of the metadata row that would say it. */
  readonly key: string
  /** As it is written; JSON without its layout. */
  readonly value: string
}

/** What the head of a published page says. */
export interface PageHead {
  readonly title: string
  /** `''` where the page does not say. */
  readonly language: string
  readonly items: readonly HeadItem[]
  /** What no row of a page's metadata can say: scripts, styles and the like. */
  readonly others: readonly CustomElement[]
}

export function headIn(roots: readonly Element[]): PageHead {
  const [html] = outermost(roots, 'html')
  const [head] = outermost(roots, 'head')
  const [title] = head ? outermost([head], 'title') : []
  const items: HeadItem[] = []
  const others: CustomElement[] = []
  for (const one of head ? elementsIn(head) : []) {
    if (one.tagName === 'title' || attribute(one, 'charset') !== null) continue
    const element = asElement(one)
    if (element.tagName === 'style' && element.text === style) continue
    const item = itemOf(element)
    if (item) items.push(item)
    else others.push(element)
  }
  return {
    title: title ? squeezed(textOf(title)) : '',
    language: (html && attribute(html, 'lang')?.trim()) ?? '',
    items,
    others
  }
}

/**
 * The public host of a site that is read at another address, as its own host of a publishing service: where
 * the page says that it lies itself. Null where it says nothing of the kind.
 * @param path where the page lies on its site
 */
export function publicHostOf({ items }: PageHead, path: string): string | null {
  for (const { key, value } of items) {
    if (key !== 'og:url' && key !== 'canonical') continue
    const url = parsed(value, 'galley://none')
    if (url && url.protocol !== 'galley:' && plain(url.pathname) === path) return url.origin
  }
  return null
}

/** The same head as if the site lay elsewhere. */
export function movedHead(head: PageHead, from: string | null, to: string): PageHead {
  if (from === null) return head
  const items = head.items.map((item) =>
    item.value === from || item.value.startsWith(`${from}/`)
      ? { ...item, value: to + item.value.slice(from.length) }
      : item
  )
  return { ...head, items }
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Null for what a row of metadata cannot say. */
export function itemOf({ tagName, attributes, text }: CustomElement): HeadItem | null {
  const said = new Map(attributes)
  const only = (...names: string[]) => said.size === names.length && names.every((name) => said.has(name))
  const [name, property, content] = [said.get('name'), said.get('property'), said.get('content')]
  if (tagName === 'meta' && (only('name', 'content') || only('property', 'content'))) {
    const key = squeezed(name ?? property ?? '').toLowerCase()
    return key === ''
      ? null
      : {
          what: `meta ${name === undefined ? 'property' : 'name'}="${key}"`,
          key,
          value: squeezed(content ?? '')
        }
  }
  const [rel, href, language] = [said.get('rel')?.toLowerCase(), said.get('href'), said.get('hreflang')]
  if (tagName === 'link' && rel === 'canonical' && only('rel', 'href'))
    return { what: 'link rel="canonical"', key: 'canonical', value: squeezed(href ?? '') }
  if (tagName === 'link' && rel === 'alternate' && only('rel', 'hreflang', 'href')) {
    const code = squeezed(language ?? '').toLowerCase()
    return { what: `link hreflang="${code}"`, key: `hreflang-${code}`, value: squeezed(href ?? '') }
  }
  if (tagName === 'script' && said.get('type')?.toLowerCase() === JSON_LD && only('type')) {
    const value = jsonIn(text)
    return value === null ? null : { what: `script type="${JSON_LD}"`, key: 'json-ld', value }
  }
  return null
}

function jsonIn(text: string): string | null {
  try {
    return JSON.stringify(parseJson(text))
  } catch {
    return null
  }
}
