import type { Node as PageNode } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { elementsIn, outermost, parsePage, readElements, type Element } from '../../../src/common/html'
import { settled } from '../../../src/common/formats/page/settled'
import { writePage } from '../../../src/common/formats/page/write'
import { fc } from '../../support/properties'
import { edited, edits, opened, takenBack, writing } from './edits'
import { markup, runs } from './markup'
import { anew, pageOf, samplePages } from './pages'
import { readPage } from '../../../src/common/formats/page/read'

/** The children of a page's sections that are elements, as nodes, with their source as the parser places it. */
function partsOf(source: string, page: PageNode): { node: PageNode; source: string }[] {
  const main = outermost(parsePage(source), 'main')[0]
  const sections = main ? elementsIn(main) : []
  const nodes = page.children.filter((child) => !isComment(child))
  return sections.flatMap((section, at) => {
    const node = nodes[at]
    if (node?.type.name !== 'section') return []
    const own = node.children.filter((child) => !isComment(child) && child.attrs['bare'] !== true)
    const elements = elementsIn(section)
    if (own.length !== elements.length) return []
    return own.flatMap((child, index) => {
      const place = elements[index]?.sourceCodeLocation
      return place ? [{ node: child, source: source.slice(place.startOffset, place.endOffset) }] : []
    })
  })
}

const isComment = (node: PageNode) =>
  node.type.name === 'island' && String(node.attrs['raw']).startsWith('<!--')

function holds(source: string, done: Parameters<typeof edited>[1]): void {
  const page = pageOf(source)
  const before = opened(page)
  const after = edited(before, done)
  const text = writePage(after.doc)

  // reads back equal
  expect(settled(pageOf(text)).toJSON()).toEqual(settled(after.doc).toJSON())
  expect(writePage(anew(after.doc))).toBe(text)

  // untouched blocks verbatim
  const kept = new Set<PageNode>()
  after.doc.descendants((node) => void kept.add(node))
  for (const part of partsOf(source, page)) if (kept.has(part.node)) expect(text).toContain(part.source)

  // never fewer letters than the model says
  const letters = lettersOf(readElements(text))
  after.doc.descendants((node) => {
    const own = (node.text ?? '').replace(/[ \t\n\f\r\0]/g, '')
    if (own !== '') expect(letters).toContain(own)
  })

  // undo gives the same bytes
  const back = takenBack(after)
  expect(back.doc.eq(page)).toBe(true)
  expect(writePage(anew(back.doc))).toBe(source)
}

function lettersOf(roots: readonly Element[]): string {
  const main = outermost(roots, 'main')[0]
  const texts: string[] = []
  const visit = (element: Element): void => {
    for (const node of element.childNodes) {
      if ('value' in node) texts.push(node.value)
      else if ('tagName' in node) visit(node)
    }
  }
  if (main) visit(main)
  return texts.join('').replace(/[ \t\n\f\r]/g, '')
}

describe('VE4 edits of a page', () => {
  const samples = samplePages().map(([, source]) => source)

  it('VE1 VE2 VE4 any edits of a sample read back, leave the rest verbatim, lose no letter and are undone to the byte', () => {
    fc.assert(fc.property(fc.constantFrom(...samples), edits, holds), { numRuns: runs(60) })
  })

  it('VE1 VE2 VE4 VE12 so do lists that are nested, rules, line breaks and new sections', () => {
    fc.assert(fc.property(fc.constantFrom(...samples), writing, holds), { numRuns: runs(60) })
  })

  it('VE1 VE2 VE4 any edits of a page of a grammar do so, too', () => {
    fc.assert(
      fc.property(
        markup.filter((source) => 'page' in readPage(source)),
        edits,
        holds
      ),
      { numRuns: runs(150) }
    )
  })
})
