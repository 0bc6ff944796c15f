import { outermost, type Element } from '../html'
import type { CustomElement } from '../publishing/custom-head'
import { firstWords } from '../publishing/first-words'
import { addressed, headElements, HREFLANG, kindOfMeta, languageIn, titleSuffix } from '../publishing/head'
import { ownTitle } from '../publishing/page'
import { metadataKey, saidIn, type PageMetadata } from '../publishing/page-metadata'
import { headIn, itemOf, movedHead, publicHostOf, type HeadItem, type PageHead } from './head-items'
import { importedLink, importedMedia, placeOf, type References } from './site-references'
import { siteText } from './source-site'
import { squeezed } from './squeezed'

/** What decides which parts of a page's head its author wrote. */
export interface HeadRules {
  /** What the site's `metadata` sheet gives this page: not repeated in it. */
  readonly bulk: PageMetadata
  /** The file's name without extension: the title of a page that names none. */
  readonly name: string
  /** Where readers find it, below its site. */
  readonly webPath: string
  /**
   * Whether the site that is imported into names its public host: then a page's own address need not stand in
   * it.
   */
  readonly hasHost: boolean
  /** What that site puts into the head of each page. */
  readonly head: readonly CustomElement[]
}

/**
 * What a page says of itself in its head, as the rows of a metadata block: only what publishing would not say
 * anyway, from the page's text, the site's metadata, or another row.
 */
export function metadataOf(roots: readonly Element[], page: HeadRules & References): PageMetadata {
  const asServed = headIn(roots)
  const head = movedHead(asServed, publicHostOf(asServed, page.webPath), siteText(page.site))
  const rows = new Map<string, readonly string[]>()
  const [content = null] = outermost(roots, 'main')
  const facts = {
    title: head.title,
    base: '',
    host: page.hasHost ? siteText(page.site) : null,
    path: page.webPath,
    ...firstWords(content)
  }
  sayTitle(rows, head, roots, page)
  const said = (metadata: PageMetadata) =>
    counted(
      headElements(new Map([...page.bulk, ...metadata]), facts).flatMap((one) => itemOf(one) ?? []),
      page
    )
  const valuesOf = (key: string) =>
    head.items.filter((item) => item.key === key && isWritable(item)).map(({ value }) => value)
  const lacking = (known: Map<string, number>, key: string) =>
    missing(
      head.items.filter((item) => item.key === key),
      known,
      page
    ).length > 0
  const plain = said(rows)
  for (const [key, from] of first) {
    const values = valuesOf(from)
    if (values.length === 0 || !lacking(new Map(plain), from)) continue
    const isTags = key === 'tags' && values.every((value) => value !== '' && !value.includes(','))
    if (isTags) rows.set(key, [values.join(', ')])
    else if (key !== 'tags') rows.set(key, [values.at(-1) ?? ''])
  }
  const known = said(rows)
  for (const key of new Set(missing(head.items, known, page).map((item) => item.key))) {
    const values = valuesOf(key)
    if (values.length > 0) rows.set(key, values)
  }
  const { language } = head
  if (language !== '' && language !== (languageIn(page.bulk) || 'en')) rows.set('lang', [language])
  return new Map([...rows].map(([key, values]) => [key, values.map((value) => written(key, value, page))]))
}

/** Of these others are made, so they are looked at first: a row, and the element that tells it. */
const first = [
  ['description', 'description'],
  ['image', 'og:image'],
  ['tags', 'article:tag']
] as const

function sayTitle(
  rows: Map<string, readonly string[]>,
  { title }: PageHead,
  roots: readonly Element[],
  { bulk, name }: HeadRules
): void {
  if (title === '') return
  const suffix = titleSuffix(bulk)
  const derived = saidIn(bulk, 'title') || ownTitle(roots, name)
  if (title === squeezed(derived + suffix)) return
  if (suffix !== '' && title.endsWith(suffix.trimEnd())) {
    rows.set('title', [title.slice(0, title.length - suffix.trimEnd().length).trim()])
    return
  }
  rows.set('title', [title])
  if (suffix !== '') rows.set('title:suffix', ['""'])
}

/** Whether a row of this name is published as this element again. */
const isWritable = ({ what, key }: HeadItem): boolean =>
  metadataKey(key) === key && (!what.startsWith('meta') || what.startsWith(`meta ${kindOfMeta(key)}=`))

/** How often each thing is said, wherever addresses of the site lead from. */
function counted(items: readonly HeadItem[], page: References): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const key = comparable(item, page)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** The items that are said less often there. */
function missing(
  items: readonly HeadItem[],
  known: Map<string, number>,
  page: References
): readonly HeadItem[] {
  return items.filter((item) => {
    const key = comparable(item, page)
    const left = known.get(key) ?? 0
    known.set(key, left - 1)
    return left <= 0
  })
}

const comparable = ({ what, key, value }: HeadItem, page: References): string =>
  `${what} ${isAddress(key) ? placeOf(value, page) : value}`

const isAddress = (key: string) =>
  key === 'image' || key === 'canonical' || key.startsWith(HREFLANG) || addressed.has(key)

function written(key: string, value: string, page: References): string {
  if (key === 'canonical' || key === 'og:url' || key.startsWith(HREFLANG)) return importedLink(value, page)
  return isAddress(key) ? importedMedia(value, page) : value
}
