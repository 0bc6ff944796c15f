import { isBeyondBounds } from '../bounds'
import type { Element, Node } from '../html'
import { attribute, isElement, outermost, pushReversed, readElements, textOf } from '../html'
import { parseJson } from '../json'
import { metadataBlocks, metadataIn, type PageMetadata } from '../publishing/page-metadata'
import { squeezed } from './page-head'
import type { Finding } from './shapes'
import { parsed, type References } from './site-references'
import { pathIn } from './source-site'

/**
 * Compares a page as readers get it with the file that was imported from it: words, links, pictures and title (IM8). Looks at both by
 * itself, so that a fault of the import shows.
 * @param references with what the site's `metadata` sheet gives the page
 * @param published the whole page, or its sections alone
 * @param stored the file as it is now
 */
export function comparePages(
  published: string,
  stored: string,
  references: References & { readonly bulk: PageMetadata }
): Finding[] {
  const title = references.bulk.get('title')
  const source = readersView(published, title)
  const target = readersView(stored, title)
  const findings: Finding[] = []
  const words = firstDifference(source.words, target.words)
  if (words !== null) findings.push({ what: 'text', detail: words })
  const there = (address: string) => placeOf(address, references)
  const here = (address: string) => importedPlace(address, references)
  findings.push(...listDifference('links', source.links.map(there), target.links.map(here)))
  findings.push(...listDifference('images', source.images.map(there), target.images.map(here)))
  if (source.title !== null && target.title !== null && source.title !== target.title)
    findings.push({ what: 'title', detail: `“${source.title}” at the source, “${target.title}” here.` })
  return findings
}

/** Compares JSON with JSON: the first place that differs. Sheets by sheet, row and column. */
export function compareJson(published: string, stored: string): Finding[] {
  try {
    const place = differentPlace(parseJson(published), parseJson(stored), '')
    return place === null ? [] : [{ what: 'sheet', detail: place }]
  } catch (error) {
    const detail = isBeyondBounds(error) ? error.message : 'One of the two is not valid JSON.'
    return [{ what: 'sheet', detail }]
  }
}

interface View {
  readonly words: readonly string[]
  readonly links: readonly string[]
  readonly images: readonly string[]
  /** Only what says so. */
  readonly title: string | null
}

function readersView(html: string, given: string | undefined): View {
  const roots = readElements(html)
  const [main] = outermost(roots, 'main')
  const [body] = outermost(roots, 'body')
  const root = main ?? body
  const skipped = new Set<Element>(metadataBlocks(roots))
  const links: string[] = []
  const images: string[] = []
  const texts: string[] = []
  const waiting: Node[] = root ? [root] : []
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (!isElement(element) || skipped.has(element) || ignored.has(element.tagName)) continue
    const href = element.tagName === 'a' ? attribute(element, 'href') : null
    if (href !== null) links.push(href)
    const src = element.tagName === 'img' ? attribute(element, 'src') : null
    if (src !== null) images.push(src)
    for (const node of element.childNodes)
      if (node.nodeName === '#text' && 'value' in node) texts.push(node.value)
    pushReversed(waiting, element.childNodes)
  }
  const [head] = outermost(roots, 'title')
  const [heading] = outermost(roots, 'h1')
  const own = (metadataIn(roots).get('title') || given) ?? (heading && squeezed(textOf(heading)))
  return {
    words: texts
      .join(' ')
      .split(/\s+/)
      .filter((word) => word !== '')
      .sort(),
    links,
    images,
    title: head ? squeezed(textOf(head)) : own ? squeezed(own) : null
  }
}

const ignored = new Set(['script', 'style', 'noscript'])

/** Words that only one of the two has. Their order is that of the sections, which are taken over as a whole. */
function firstDifference(source: readonly string[], target: readonly string[]): string | null {
  const missing = surplus(source, target)
  const added = surplus(target, source)
  if (missing.length === 0 && added.length === 0) return null
  return [
    missing.length > 0 ? `Missing here: ${quoted(missing)}.` : '',
    added.length > 0 ? `Only here: ${quoted(added)}.` : ''
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function listDifference(
  what: 'links' | 'images',
  source: readonly string[],
  target: readonly string[]
): Finding[] {
  const detail = firstDifference(source, target)
  return detail === null ? [] : [{ what, detail }]
}

/** What the first list holds more often than the second. */
function surplus(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1)
  return list.filter((item) => {
    const left = counts.get(item) ?? 0
    counts.set(item, left - 1)
    return left <= 0
  })
}

const SHOWN = 5

function quoted(items: readonly string[]): string {
  const shown = items
    .slice(0, SHOWN)
    .map((item) => `“${item.length > 120 ? `${item.slice(0, 117)}…` : item}”`)
  const more = items.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Where an address of the published page leads: a path of its site, or a whole address. */
function placeOf(address: string, { site, page }: References): string {
  const url = parsed(address.trim(), page)
  if (!url) return address
  const path = pathIn(site, url)
  return path === null ? url.href : plainMedia(path + url.search + url.hash)
}

/** The same for the imported page, whose own place has the same path. */
function importedPlace(address: string, { site, page, root }: References): string {
  const own = parsed(page, site.origin)
  const path = own ? (pathIn(site, own) ?? '/') : '/'
  const url = parsed(address.trim(), `galley://site${root}${path}`)
  if (!url) return address
  if (url.protocol !== 'galley:') return url.href
  const below = url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length) : url.pathname
  return plainMedia(below + url.search + url.hash)
}

const plainMedia = (path: string) =>
  /[?&](?:width|format|optimize)=/.test(path) ? path.replace(/\?.*$/, '') : path

function differentPlace(source: unknown, target: unknown, place: string): string | null {
  if (Object.is(source, target)) return null
  const where = place === '' ? 'The whole' : place
  if (Array.isArray(source) && Array.isArray(target)) {
    for (let index = 0; index < Math.min(source.length, target.length); index++) {
      const found = differentPlace(source[index], target[index], `${place}/${index}`)
      if (found !== null) return found
    }
    return source.length === target.length
      ? null
      : `${where} has ${source.length} entries at the source, ${target.length} here.`
  }
  if (isRecord(source) && isRecord(target)) {
    const keys = new Set([...Object.keys(source), ...Object.keys(target)])
    for (const key of keys) {
      if (!Object.hasOwn(target, key)) return `${place}/${key} is missing here.`
      if (!Object.hasOwn(source, key)) return `${place}/${key} is only here.`
      const found = differentPlace(source[key], target[key], `${place}/${key}`)
      if (found !== null) return found
    }
    return null
  }
  return `${where} is ${shown(source)} at the source, ${shown(target)} here.`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
