import { attributeEdit, edited, type Edit } from '../publishing/html-edits'
import { candidatesOf } from '../publishing/site-addresses'
import { parseDocument } from '../formats/structured'
import type { Element, KeepPlace } from '../html'
import { attribute, classesOf, elementsIn, everyElement, outermost, parsePage, serialize } from '../html'
import { authoredPicture } from './picture'
import { generatedId } from './heading-ids'
import { metadataBlock, placeForBlock, withBlock, withBlockBetween } from './metadata-block'
import type { PageMetadata } from '../publishing/page-metadata'
import { metadataOf, type HeadRules } from './page-head'
import {
  importedLink,
  importedMedia,
  importedSrcset,
  isRendition,
  ownMedia,
  type References
} from './site-references'
import { siteText } from './source-site'

/** A page as it was answered, and what is known of its site. */
export interface PublishedPage extends References, HeadRules {
  readonly html: string
}

/** A page as it is stored in the source. */
export interface ImportedPage {
  readonly html: string
  readonly kind: 'page' | 'structured'
  /** Addresses of the pictures, films and sounds of the same site that it shows, each once. */
  readonly media: readonly string[]
}

/**
 * Turns a published page back into authoring HTML (IM3): its sections and blocks as they are, without what
 * publishing added; pictures as authors write them; the head's metadata as a block; links that begin at the
 * site's root. Structured documents come out as they were stored.
 */
export function importPage(page: PublishedPage): ImportedPage {
  const source = readable(page.html)
  const { roots, html } = source
  const edits = editsFor(roots, page)
  const part = (name: string) => {
    const [element] = outermost(roots, name)
    return element ? inner(html, element, edits) : ''
  }
  const header = part('header')
  const footer = part('footer')
  const sections = source.main ? inSections(inner(html, source.main, edits), source.main) : ''
  const withMetadata = (block: string) => {
    const at = source.main && !isLoose(source.main) ? placeForBlock(source.main, gone) : null
    if (!source.main || at === null) return withBlock(sections, block)
    return withBlockBetween(
      inner(html, source.main, edits, { end: at }),
      block,
      inner(html, source.main, edits, { start: at })
    )
  }
  const structured = pageOf(header, sections.trim(), footer, '')
  if (/da-form/i.test(structured) && 'document' in parseDocument(structured))
    return { html: structured, kind: 'structured', media: mediaShown(roots, page) }
  const rows = metadataOf(roots, page)
  const block = metadataBlock(rows)
  const whole = block === '' ? sections : withMetadata(block)
  return { html: pageOf(header, whole, footer, '\n'), kind: 'page', media: mediaShown(roots, page, rows) }
}

/**
 * Addresses of the pictures, films and sounds of the same site that a page shows, each once.
 * @param rows what its head says of itself; a structured document says nothing
 */
export function mediaShown(
  roots: readonly Element[],
  page: References,
  rows: PageMetadata = new Map()
): string[] {
  const shown = [...within(roots)].flatMap(mediaOf)
  const named = (rows.get('image') ?? []).map((address) => shownAddress(address, page))
  return [...new Set([...shown, ...named].flatMap((address) => ownMedia(address, page) ?? []))]
}

/** Where the source has a picture that a metadata row names. */
function shownAddress(address: string, { site, root }: References): string {
  return address.startsWith(`${root}/`) && !address.startsWith('//')
    ? siteText(site) + address.slice(root.length)
    : address
}

interface Source {
  readonly html: string
  readonly roots: readonly Element[]
  readonly main: Element | null
}

/**
 * The page, and where its content is: `main`, or a body that has none. Made anew where broken markup leaves
 * no positions.
 */
function readable(text: string): Source {
  const roots = parsePage(text, ofElements)
  const [main] = outermost(roots, 'main')
  const at = main?.sourceCodeLocation
  if (main && at?.startTag && at.endTag) return { html: text, roots, main }
  const [body] = outermost(roots, 'body')
  const content = main ?? body
  const rest = content ? serialize(main ? content : withoutFrame(content)) : ''
  const head = outermost(roots, 'head')[0]
  const html = `<html><head>${head ? serialize(head) : ''}</head><body><main>${rest}</main></body></html>`
  const again = parsePage(html, ofElements)
  return { html, roots: again, main: outermost(again, 'main')[0] ?? null }
}

/** Nothing of a text is edited by itself. */
const ofElements: KeepPlace = (node) => 'tagName' in node

/** A body's content without the parts that pages of a site share. */
function withoutFrame(body: Element): Element {
  const frame = new Set(['header', 'nav', 'footer', 'aside'])
  return {
    ...body,
    childNodes: body.childNodes.filter((node) => !('tagName' in node && frame.has(node.tagName)))
  }
}

/** @param part of what is in it, where not all is meant: from or to a place in the whole text */
function inner(
  html: string,
  { sourceCodeLocation: at }: Element,
  edits: readonly Edit[],
  {
    start = at?.startTag?.endOffset,
    end = at?.endTag?.startOffset ?? at?.endOffset
  }: { start?: number; end?: number } = {}
): string {
  return at?.startTag ? edited(html, edits, start, end) : ''
}

function pageOf(header: string, main: string, footer: string, line: string): string {
  return [
    '<body>',
    `<header>${header}</header>`,
    `<main>${main}</main>`,
    `<footer>${footer}</footer>`,
    `</body>${line}`
  ].join(line)
}

/** A page of a site that knows no sections has one. */
function inSections(main: string, element: Element): string {
  return isLoose(element) ? `\n<div>\n${main.trim()}\n</div>\n` : main
}

/** Content lies beside the sections, or there are none. */
const isLoose = ({ childNodes }: Element) =>
  childNodes.some((node) =>
    'tagName' in node
      ? node.tagName !== 'div' && !gone.has(node.tagName)
      : node.nodeName === '#text' && 'value' in node && node.value.trim() !== ''
  )

function editsFor(roots: readonly Element[], page: PublishedPage): Edit[] {
  const edits: (Edit | null)[] = []
  for (const element of within(roots)) {
    if (gone.has(element.tagName)) edits.push(cut(element))
    else if (element.tagName === 'picture' && rendered(element)) {
      edits.push(pictureEdit(element, page))
    } else if (iconOf(element) !== null) edits.push(replaced(element, `:${iconOf(element) ?? ''}:`))
    if (attribute(element, 'data-pointer') !== null) edits.push(dropped(element, 'data-pointer'))
    if (generatedId(element)) edits.push(dropped(element, 'id'))
    for (const name of ['href', 'src', 'srcset', 'poster']) edits.push(referenceEdit(element, name, page))
  }
  return edits.flatMap((edit) => edit ?? [])
}

/** Never part of what an author wrote. */
const gone = new Set(['script', 'style', 'noscript'])

const within = (roots: readonly Element[]) =>
  everyElement(['main', 'header', 'footer'].flatMap((name) => outermost(roots, name)))

function referenceEdit(element: Element, name: string, page: PublishedPage): Edit | null {
  const value = attribute(element, name)
  if (value === null) return null
  const isLink = name === 'href' && element.tagName !== 'image'
  const next = (isLink ? importedLink : name === 'srcset' ? importedSrcset : importedMedia)(value, page)
  return next === value || (name === 'srcset' && sameSet(value, next))
    ? null
    : attributeEdit(element, name, next)
}

/** Only the spaces between the candidates differ. */
const sameSet = (a: string, b: string) => a.replace(/\s+/g, '') === b.replace(/\s+/g, '')

function mediaOf(element: Element): string[] {
  if (!shows.has(element.tagName)) return []
  const set = attribute(element, 'srcset')
  return [
    ...['src', 'poster'].flatMap((name) => attribute(element, name) ?? []),
    ...(set === null ? [] : candidatesOf(set).map(({ address }) => address))
  ]
}

const shows = new Set(['img', 'source', 'video', 'audio', 'track'])

/** A picture whose sizes and formats a site makes by itself. */
function rendered(picture: Element): boolean {
  return elementsIn(picture).some((one) => mediaOf(one).some(isRendition))
}

function pictureEdit(picture: Element, page: PublishedPage): Edit | null {
  const [image] = outermost([picture], 'img')
  const source = image && attribute(image, 'src')
  return image && source ? replaced(picture, authoredPicture(image, importedMedia(source, page))) : null
}

/** The name of an icon that a site shows in place of `:name:`. */
function iconOf(element: Element): string | null {
  if (element.tagName !== 'span' || element.childNodes.length > 0) return null
  const [first, second, ...more] = classesOf(element)
  const name =
    first === 'icon' && more.length === 0 ? /^icon-([a-z0-9-]+)$/.exec(second ?? '')?.[1] : undefined
  return name ?? null
}

function replaced({ sourceCodeLocation: at }: Element, text: string): Edit | null {
  return at ? { start: at.startOffset, end: at.endOffset, text } : null
}

const cut = (element: Element) => replaced(element, '')

/** Takes an attribute out, with the space before it. */
function dropped(element: Element, name: string): Edit | null {
  const at = element.sourceCodeLocation?.attrs?.[name]
  return at ? { start: at.startOffset - 1, end: at.endOffset, text: '' } : null
}
