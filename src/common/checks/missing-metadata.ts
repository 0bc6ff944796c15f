import { bounds, isBeyondBounds } from '../bounds'
import type { ContentPath } from '../content/paths'
import { isElement, outermost, parseHtml, pushReversed, textOf, type Element, type Node } from '../html'
import { resourcePathOf } from '../publishing/addresses'
import type { NeededMetadata } from '../publishing/check-answers'
import { firstWords } from '../publishing/first-words'
import { metadataBlocks, metadataIn, saidIn, type PageMetadata } from '../publishing/page-metadata'
import { partsOf } from '../publishing/page-parts'
import type { Problem } from './problem'

/**
 * What a page does not say of itself and nothing says for it, as warnings (VE15): a title, which its first
 * heading is as well, and a description, which none needs that search engines are to leave out. Nothing is
 * said of a page without words, of one that is a part of other pages, nor of what is too much to be read.
 * @param site what its site says of it
 * @param within characters and elements that are looked at: those of a window unless told
 */
export function metadataProblems(
  text: string,
  path: ContentPath,
  site: PageMetadata,
  within: { readonly characters: number; readonly nodes: number } = bounds.htmlInWindow
): Problem[] {
  if (isPart(path) || text.length > within.characters) return []
  try {
    return missingIn(parseHtml(text, { locations: true, within }).childNodes.filter(isElement), site)
  } catch (error) {
    // said by the check of the markup
    if (!isBeyondBounds(error)) throw error
    return []
  }
}

function missingIn(roots: readonly Element[], site: PageMetadata): Problem[] {
  const { content } = partsOf(roots)
  if (!hasWords(content)) return []
  const all = new Map([...site, ...metadataIn(roots)])
  const says = (key: string) => saidIn(all, key).trim() !== ''
  const hasHeading = outermost(roots, 'h1').some((heading) => textOf(heading, bounds.html.idText) !== '')
  const missing: NeededMetadata[] = []
  if (!says('title') && !hasHeading) missing.push('title')
  if (!says('description') && !/\bnoindex\b/i.test(saidIn(all, 'robots'))) missing.push('description')
  const { described } = firstWords(content)
  return missing.map((mends) => ({
    severity: 'warning',
    message: mends === 'title' ? sentences.title : described === '' ? sentences.nothing : sentences.words,
    ...placeOf(roots, content),
    mends
  }))
}

const sentences = {
  title: 'The page says no title and has no heading 1: readers see the name of its file.',
  words: 'The page says no description: search results show its first words.',
  nothing: 'The page says no description: search results show none.'
} as const

/** Navigation, headers, footers and fragments are shown in other pages; templates and samples are copied. */
function isPart(path: ContentPath): boolean {
  const name = resourcePathOf(path)
  return (
    /\/(?:nav|header|footer|sidenav|sidebar|404)\.html$/i.test(name) ||
    /\/(?:fragments?|templates|library|blocks|experiments)\//i.test(name)
  )
}

/** Words or pictures beside its metadata. */
function hasWords(content: Element | null): boolean {
  const left = new Set(content === null ? [] : metadataBlocks([content]))
  const waiting: Node[] = content === null ? [] : [content]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '') return true
    if (!isElement(node) || left.has(node)) continue
    if (node.tagName === 'img') return true
    pushReversed(waiting, node.childNodes)
  }
  return false
}

/** The block of metadata, which is where it belongs; else where the page begins. */
function placeOf(
  roots: readonly Element[],
  content: Element | null
): Pick<Problem, 'line' | 'column' | 'endLine' | 'endColumn'> {
  const at = [metadataBlocks(roots)[0], content].map((one) => one?.sourceCodeLocation?.startTag).find(Boolean)
  if (!at) return { line: 1, column: 1, endLine: 1, endColumn: 2 }
  return { line: at.startLine, column: at.startCol, endLine: at.endLine, endColumn: at.endCol }
}
