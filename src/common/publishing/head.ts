import { parseJson } from '../json'
import type { CustomElement } from './custom-head'
import { saidIn, type PageMetadata } from './page-metadata'
import { prefixedAddress } from './site-addresses'

/** What a page's head is made of besides its metadata. */
interface HeadFacts {
  /** With the site's suffix. */
  readonly title: string
  /** What goes before addresses that begin at the site's root, where no public host does. */
  readonly base: string
  /**
   * The site's public address, `https://www.example.com`; null: none is known, and nothing in the head is
   * made absolute.
   */
  readonly host: string | null
  /** Where readers find the page on the site: `/docs/a`. */
  readonly path: string
  /** The first sentences of the page; `''` for none. */
  readonly described: string
  /** Its first picture. */
  readonly shown: { readonly address: string; readonly alt: string } | null
}

/**
 * What the metadata says, as elements of the head: as other publishing services write them, so that what
 * reads pages of other sites reads these (U8). A row of the metadata goes over what is made of others.
 */
export function headElements(metadata: PageMetadata, facts: HeadFacts): CustomElement[] {
  const metas = [...metasOf(metadata, facts)].flatMap(([key, values]) =>
    values.map((value) => element('meta', [kindOfMeta(key), key], ['content', value]))
  )
  const data = (metadata.get('json-ld') ?? []).flatMap((text) => jsonLd(text) ?? [])
  return [...linksOf(metadata, facts), ...metas, ...data]
}

function element(tagName: string, ...attributes: (readonly [string, string])[]): CustomElement {
  return { tagName, attributes, text: '' }
}

/** `og:…` and `article:…` are properties, `twitter:…` and all without a colon names. */
export const kindOfMeta = (key: string): 'name' | 'property' =>
  key.includes(':') && !key.startsWith('twitter:') ? 'property' : 'name'

/** The language of a page: `html-lang` as elsewhere, or `lang`. */
export const languageIn = (metadata: PageMetadata): string =>
  saidIn(metadata, 'html-lang') || saidIn(metadata, 'lang')

/** What the site adds to every title; quotes keep the space at its edge. */
export const titleSuffix = (metadata: PageMetadata): string =>
  saidIn(metadata, SUFFIX).replace(/^"([\s\S]*)"$/, '$1')

export const HREFLANG = 'hreflang-'
const SUFFIX = 'title:suffix'

/** Each tag of the row `tags`. */
export const tagsIn = (text: string): string[] =>
  text.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))

function linksOf(metadata: PageMetadata, facts: HeadFacts): CustomElement[] {
  const canonical = metadata.has('canonical') ? saidIn(metadata, 'canonical') : (ownAddress(facts) ?? '')
  const links =
    canonical === '' ? [] : [element('link', ['rel', 'canonical'], ['href', absolute(canonical, facts)])]
  for (const [key, values] of metadata) {
    const language = key.startsWith(HREFLANG) ? key.slice(HREFLANG.length) : ''
    if (language === '') continue
    for (const value of values)
      if (value !== '')
        links.push(
          element('link', ['rel', 'alternate'], ['hreflang', language], ['href', absolute(value, facts)])
        )
  }
  return links
}

function metasOf(metadata: PageMetadata, facts: HeadFacts): Map<string, readonly string[]> {
  const { title, shown } = facts
  const tags = new Map<string, readonly string[]>()
  const make = (key: string, value: string) => {
    if (value !== '') tags.set(key, [value])
  }
  const description = metadata.has('description') ? saidIn(metadata, 'description') : facts.described
  const image = metadata.has('image') ? saidIn(metadata, 'image') : (shown?.address ?? '')
  const picture = image === '' ? '' : absolute(image, facts)
  make('description', description)
  make('og:title', title)
  make('og:description', description)
  make('og:url', ownAddress(facts) ?? '')
  make('og:image', picture)
  make('og:image:secure_url', facts.host === null ? '' : picture)
  make('og:image:alt', saidIn(metadata, 'image-alt') || (shown?.alt ?? ''))
  const articleTags = (metadata.get('tags') ?? []).flatMap(tagsIn)
  if (articleTags.length > 0) tags.set('article:tag', articleTags)
  make('twitter:card', 'summary_large_image')
  for (const [key, values] of metadata)
    if (!spoken.has(key) && !key.startsWith(HREFLANG))
      tags.set(key, addressed.has(key) ? values.map((value) => absolute(value, facts)) : values)
  for (const [key, of] of fallbacks) if (!tags.has(key)) make(key, tags.get(of)?.at(-1) ?? '')
  for (const [key, values] of tags)
    tags.set(
      key,
      values.filter((value) => value !== '')
    )
  return tags
}

/** Rows that are told in a way of their own. */
const spoken: ReadonlySet<string> = new Set([
  'title',
  'image',
  'lang',
  'html-lang',
  'canonical',
  'json-ld',
  'viewport',
  'description',
  SUFFIX
])

/** Rows that are addresses. */
export const addressed: ReadonlySet<string> = new Set([
  'og:url',
  'og:image',
  'og:image:url',
  'og:image:secure_url',
  'twitter:image'
])

const fallbacks = [
  ['twitter:title', 'og:title'],
  ['twitter:description', 'og:description'],
  ['twitter:image', 'og:image']
] as const

function ownAddress({ host, path }: HeadFacts): string | null {
  return host === null ? null : host + path.split('/').map(encodeURIComponent).join('/')
}

/** An address as it works wherever the head is read; without a public host as the page's own links do. */
function absolute(address: string, { base, host, path }: HeadFacts): string {
  if (host === null) return prefixedAddress(address, base)
  try {
    return new URL(address, host + path.split('/').map(encodeURIComponent).join('/')).href
  } catch {
    return address
  }
}

/** Null for what is no JSON. Every sign stays, but the one that could end the element. */
function jsonLd(text: string): CustomElement | null {
  try {
    parseJson(text)
    return { ...element('script', ['type', JSON_LD]), text: text.replace(/</g, '\\u003c') }
  } catch {
    return null
  }
}

export const JSON_LD = 'application/ld+json'
