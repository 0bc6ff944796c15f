import { bounds } from '../../../../../common/bounds'
import { attribute, elementsIn, outermost, parsePage, textOf, type Element } from '../../../../../common/html'
import { documentIn } from '../../../../../common/formats/structured'
import { slug } from '../../../../../common/publishing/page'
import { tagsIn } from '../../../../../common/publishing/head'
import { metadataIn, saidIn } from '../../../../../common/publishing/page-metadata'

/** What others may want of a page while they write theirs. */
export interface PageFacts {
  /** By its metadata, else its first heading; of data its own title; empty where it has none. */
  readonly title: string
  /** With the id that readers find them by. */
  readonly headings: readonly { readonly text: string; readonly id: string }[]
  /** Of its metadata. */
  readonly tags: readonly string[]
  /** Blocks, as they stand in it. */
  readonly blocks: readonly UsedBlock[]
}

interface UsedBlock {
  /** Its class list as written. */
  readonly classes: string
  /** Cells of its first row. */
  readonly columns: number
}

const MOST_HEADINGS = 60
const LONGEST_TITLE = 300

/** @throws GalleyError too-large · too-complex */
export function pageFacts(html: string): PageFacts {
  const roots = parsePage(html)
  const data = /da-form/i.test(html) ? documentIn(html, roots) : null
  // what it holds is data: names of fields are no headings, and its blocks no blocks
  if (data && 'document' in data)
    return { title: inOneLine(data.document.metadata.title), headings: [], tags: [], blocks: [] }
  const main = outermost(roots, 'main')[0]
  const sections = main ? elementsIn(main).filter(isDiv) : []
  const headings = sections
    .flatMap((section) => headingsIn(section))
    .slice(0, MOST_HEADINGS)
    .map((element) => {
      const text = textOf(element, bounds.html.idText).replace(/\s+/g, ' ').trim()
      return { text, id: attribute(element, 'id') ?? slug(text), level: element.tagName }
    })
    .filter(({ text }) => text !== '')
  const first = headings.find(({ level }) => level === 'h1') ?? headings[0]
  const metadata = metadataIn(roots)
  return {
    title: inOneLine(saidIn(metadata, 'title')) || (first?.text ?? ''),
    headings: headings.map(({ text, id }) => ({ text, id })),
    tags: (metadata.get('tags') ?? []).flatMap(tagsIn),
    blocks: sections.flatMap((section) => elementsIn(section).filter(isDiv).flatMap(blockOf))
  }
}

/** A title of more letters, or of several lines, is nobody's words for a link. */
const inOneLine = (title: string): string => title.slice(0, LONGEST_TITLE).replace(/\s+/g, ' ').trim()

const isDiv = ({ tagName }: Element): boolean => tagName === 'div'

function headingsIn(element: Element): Element[] {
  return elementsIn(element).flatMap((child) =>
    /^h[1-6]$/.test(child.tagName) ? [child] : headingsIn(child)
  )
}

function blockOf(element: Element): UsedBlock[] {
  const classes = attribute(element, 'class')?.trim() ?? ''
  const [row] = elementsIn(element)
  return classes === '' ? [] : [{ classes, columns: row ? elementsIn(row).length : 1 }]
}
