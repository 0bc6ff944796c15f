import { isBeyondBounds } from '../bounds'
import type { Element, Node } from '../html'
import { attribute, isElement, outermost, pushReversed, readElements } from '../html'
import { parseJson } from '../json'
import { publishedPage } from '../formats/structured'
import { renderHead } from '../publishing/page'
import { metadataBlocks } from '../publishing/page-metadata'
import { HERE, headDifferences } from './head-differences'
import { headIn, movedHead, publicHostOf } from './head-items'
import { firstDifference } from './list-difference'
import { mediaShown, type PublishedPage } from './page'
import { metadataOf } from './page-head'
import type { Finding } from './shapes'
import { importedPlace, placeOf } from './site-references'
import { siteText } from './source-site'

/** A page that was imported, and the file that it became. */
export interface ImportedPair {
  /** As readers get it: the whole page, or its sections alone; with what the site's `metadata` sheet gives it. */
  readonly page: PublishedPage
  /** The file as it is now. */
  readonly stored: string
  /** It is a structured document. */
  readonly isStructured: boolean
}

/**
 * Compares a page as readers get it with the file that was imported from it, as readers would get that:
 * words, links, pictures, title and everything that its head says (IM8). Looks at both by itself, so that a
 * fault of the import shows. `media`: what the page shows of its own site, to see whether it is there.
 * @throws GalleyError too-large · too-complex
 */
export function comparePages({ page, stored, isStructured }: ImportedPair): {
  readonly findings: Finding[]
  readonly media: readonly string[]
} {
  const roots = readElements(page.html)
  const { roots: again } = publishedPage(stored, never)
  const [source, target] = [readersView(roots), readersView(again)]
  const findings: Finding[] = []
  const words = source.text === target.text ? null : wordDifference(source.text, target.text)
  if (words !== null) findings.push({ what: 'text', detail: words })
  const there = (address: string) => placeOf(address, page)
  const here = (address: string) => importedPlace(address, page)
  findings.push(...listDifference('links', source.links.map(there), target.links.map(here)))
  findings.push(...listDifference('images', source.images.map(there), target.images.map(here)))
  const head = headIn(roots)
  const publicHost = publicHostOf(head, page.webPath)
  const made = renderHead(again, {
    base: '',
    name: page.name,
    path: page.webPath,
    metadata: page.bulk,
    host: page.hasHost ? HERE : null,
    head: page.head
  })
  const heads = headDifferences(
    movedHead(head, publicHost, siteText(page.site)),
    movedHead(headIn(readElements(made)), publicHost, HERE),
    there,
    here
  )
  const media = mediaShown(roots, page, isStructured ? new Map() : metadataOf(roots, page))
  return { findings: [...findings, ...heads], media }
}

const never = () => false

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

function wordDifference(source: string, target: string): string | null {
  const [words, others] = [wordsOf(source), wordsOf(target)]
  // as often as not only spaces differ: to sort the words costs more than to look through them
  if (words.length === others.length && words.every((word, at) => word === others[at])) return null
  return firstDifference(words.sort(), others.sort())
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

interface View {
  /** Of all that is read, one after the other. */
  readonly text: string
  readonly links: readonly string[]
  readonly images: readonly string[]
}

function readersView(roots: readonly Element[]): View {
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
      if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '') texts.push(node.value)
    pushReversed(waiting, element.childNodes)
  }
  return { text: texts.join(' '), links, images }
}

const ignored = new Set(['script', 'style', 'noscript'])

function listDifference(
  what: 'links' | 'images',
  source: readonly string[],
  target: readonly string[]
): Finding[] {
  const detail = firstDifference(source, target)
  return detail === null ? [] : [{ what, detail }]
}

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
