import { isBeyondBounds } from '../../bounds'
import { nameOf, splitName, type ContentPath } from '../../content/paths'
import { formatOf, kindOf } from '../../formats/files'
import { readBook, seemsSheets } from '../../formats/sheet'
import { documentIn } from '../../formats/structured'
import { parsePage, readElements, type Element } from '../../html'
import { parseJson } from '../../json'
import { metadataIn, saidIn } from '../../publishing/page-metadata'
import type { SearchKind } from '../filters'
import { addJsonUnits } from './json-units'
import { addPageUnits } from './page-units'
import { addSheetUnits } from './sheet-units'
import { readingBounds, Units, type Unit } from './unit'

/** What a file says, to be found by it and to be shown. */
export interface Reading {
  readonly kind: SearchKind
  /** What it calls itself; `''` when it does not. */
  readonly title: string
  readonly tags: readonly string[]
  readonly units: readonly Unit[]
  /** It is larger than what is read of one, or could not be read: not all of it is found. */
  readonly isCut: boolean
}

/**
 * Reads a file for the search. Whatever is in it, it is found by its name: what cannot be read says nothing.
 * @param text of a format that holds text
 * @param places whether the units are to say in which line they stand; that costs
 */
export function readForSearch(path: ContentPath, text: string, places: boolean): Reading {
  const { ext } = splitName(nameOf(path))
  const kind = searchKindOf(path)
  try {
    switch (formatOf(ext)) {
      case 'page':
        return ofPage(text, places ? parsePage(text) : readElements(text))
      case 'json':
        return ofJson(text, kind)
      case 'text':
        return ofText(text)
      case 'media':
        return { kind, ...nothing }
    }
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return { kind, ...nothing, isCut: true }
  }
}

/** What a file is by its name alone. */
export function searchKindOf(path: ContentPath): SearchKind {
  const { ext } = splitName(nameOf(path))
  if (formatOf(ext) === 'text') return 'text'
  const kind = kindOf(ext)
  return kind === 'html' ? 'page' : kind
}

const nothing = { title: '', tags: [], units: [], isCut: false } as const

function ofPage(text: string, roots: readonly Element[]): Reading {
  const units = new Units()
  const reading = documentIn(text, roots)
  if ('document' in reading) {
    const { metadata, data } = reading.document
    addJsonUnits(units, data)
    return { kind: 'document', title: metadata.title, tags: [], units: units.all, isCut: units.isCut }
  }
  addPageUnits(units, roots)
  const metadata = metadataIn(roots)
  const first = units.all.find(({ role }) => role === 'head')?.text
  const title = saidIn(metadata, 'title') || (first ?? '')
  const tags = ['tags', 'keywords', 'article:tag'].flatMap((key) => metadata.get(key) ?? [])
  return {
    kind: 'page',
    title,
    tags: tags.flatMap((tag) => tag.split(',')).flatMap((tag) => tag.trim() || []),
    units: units.all,
    isCut: units.isCut
  }
}

function ofJson(text: string, kind: SearchKind): Reading {
  const units = new Units()
  const book = seemsSheets(text) ? readBook(text) : null
  if (book && 'book' in book) {
    addSheetUnits(units, book.book)
    return { kind: 'sheet', title: '', tags: [], units: units.all, isCut: units.isCut }
  }
  const value = readJson(text)
  if (value === undefined) return { ...ofText(text), kind }
  addJsonUnits(units, value)
  return { kind, title: '', tags: [], units: units.all, isCut: units.isCut }
}

/** Undefined for what is no JSON. */
function readJson(text: string) {
  try {
    return parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return undefined
  }
}

function ofText(text: string): Reading {
  const units = new Units()
  let line = 0
  for (const one of text.slice(0, readingBounds.signs).split('\n')) {
    line += 1
    if (!units.add('body', one, { kind: 'line', line, column: 1 }) && units.isCut) break
  }
  const isCut = units.isCut || text.length > readingBounds.signs
  return { kind: 'text', title: '', tags: [], units: units.all, isCut }
}
