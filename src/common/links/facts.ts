import { lineStarts, placeIn } from '../checks/lines'
import { isBeyondBounds } from '../bounds'
import { nameOf, splitName, type ContentPath } from '../content/paths'
import { hasVersions, kindOf } from '../formats/files'
import { attribute, everyElement, isElement, type Element } from '../html'
import { anchorsIn, ownTitle } from '../publishing/page'
import { metadataIn, saidIn } from '../publishing/page-metadata'
import { htmlPlaces, readForPlaces } from './html-places'
import type { LinkKind, LinkPlace } from './place'
import { isRedirectSheet, MOST_LINKS, placesIn } from './places'

/** An address of a document, as it is kept to be asked for. */
export interface FoundLink {
  /** Which of the document, counted from 0 in the order of its source. */
  readonly n: number
  readonly kind: LinkKind
  readonly value: string
  readonly relative: boolean
  /** Counted from 1. */
  readonly line: number
  /** Of the line, counted from 1. */
  readonly column: number
}

/** What others may ask of the links of a document. */
export interface LinkFacts {
  readonly title: string
  readonly links: readonly FoundLink[]
  /** Ids, names, and what publishing gives to headings. */
  readonly anchors: readonly string[]
  /** Lines with a picture that has no alternative text. */
  readonly withoutAlt: readonly number[]
  /** The source of a sheet of redirects; null for all else. */
  readonly redirects: string | null
  /** False where it has more links than are kept, or is beyond what is read at all. */
  readonly complete: boolean
}

const nothing: LinkFacts = {
  title: '',
  links: [],
  anchors: [],
  withoutAlt: [],
  redirects: null,
  complete: false
}

/** What a document links to, and what in it can be linked to. Nothing is executed; what is too large has none. */
export function linksOf({ path, text }: { readonly path: ContentPath; readonly text: string }): LinkFacts {
  try {
    return kindOf(splitName(nameOf(path)).ext) === 'html' ? ofPage(text) : ofData(path, text)
  } catch (error) {
    if (isBeyondBounds(error)) return nothing
    throw error
  }
}

/** The same of a stored file; null for what has no links, and what is not read. */
export const linksOfFile = (file: {
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly bytes: Uint8Array | null
}): LinkFacts | null =>
  file.bytes === null || file.isConfig || !hasVersions(splitName(nameOf(file.path)).ext)
    ? null
    : linksOf({ path: file.path, text: new TextDecoder().decode(file.bytes) })

function ofData(path: ContentPath, text: string): LinkFacts {
  const places = placesIn(path, text)
  return { ...nothing, ...kept(places, text), redirects: isRedirectSheet(path) ? text : null }
}

function ofPage(html: string): LinkFacts {
  const document = readForPlaces(html)
  const roots = document.childNodes.filter(isElement)
  return {
    ...kept(htmlPlaces(html, document), html),
    title: (saidIn(metadataIn(roots), 'title') || ownTitle(roots, ''))
      .replace(/\s+/g, ' ')
      .slice(0, LONGEST_TITLE),
    anchors: anchorsIn(roots),
    withoutAlt: withoutAlt(roots),
    redirects: null
  }
}

const LONGEST_TITLE = 300

function kept(places: readonly LinkPlace[], text: string): Pick<LinkFacts, 'links' | 'complete'> {
  const lines = lineStarts(text)
  const links = places.slice(0, MOST_LINKS).map(({ kind, value, relative, at }, n) => ({
    n,
    kind,
    value,
    relative,
    ...placeIn(lines, at?.[0] ?? 0)
  }))
  return { links, complete: places.length <= MOST_LINKS }
}

function withoutAlt(roots: readonly Element[]): number[] {
  const found: number[] = []
  for (const element of everyElement(roots))
    if (element.tagName === 'img' && attribute(element, 'alt') === null)
      found.push(element.sourceCodeLocation?.startLine ?? 1)
  return found
}
