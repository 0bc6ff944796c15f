import { isEmptyPage } from '../empty-page'
import type { DocumentMetadata, SourceRange, StructuredDocument } from './document'
import { DataReader } from './read-data'
import { blocksOf, classesOf, elementsIn, parsePage, textOf, type Element } from '../../html'
import { blockName } from './block-names'

export type DocumentReading =
  { readonly document: StructuredDocument } | { readonly refusal: DocumentRefusal }

/**
 * `empty`: nothing in it yet, so that a schema can be chosen. `not-structured`: a page of another kind.
 * `too-large`: more values than can be read, so that writing it anew would lose some.
 */
type DocumentRefusal = 'empty' | 'not-structured' | 'too-large'

/**
 * Reads a stored structured document (F1), also as the real product writes it (map B): any wrappers, ordered
 * lists, pretty printing, keys in `p`. What is written twice counts as the real reader counts it: the last
 * block, and the last row.
 * @throws GalleyError too-large · too-complex
 */
export function parseDocument(html: string): DocumentReading {
  return documentIn(html, parsePage(html))
}

/**
 * The same of a page that is parsed already.
 * @param roots as `parsePage` gives them for `html`; without places of its elements the document can be read,
 * not written
 */
export function documentIn(html: string, roots: readonly Element[]): DocumentReading {
  const blocks = blocksOf(roots)
  const forms = blocks.filter((block) => isRootBlock(block, 'da-form'))
  const form = forms.filter((block) => metadataOf(block) !== null).at(-1)
  const metadata = form && metadataOf(form)
  if (!form || !metadata) {
    return { refusal: forms.length === 0 && isEmptyPage(roots) ? 'empty' : 'not-structured' }
  }
  const name = blockName(metadata.schemaName)
  const root = blocks.filter((block) => block !== form && isRootBlock(block, name)).at(-1)
  const reader = new DataReader(html, blocks)
  const data = root ? reader.read(root) : {}
  if (reader.isIncomplete) return { refusal: 'too-large' }
  const own = new Set([form, ...reader.used])
  const others = blocks.filter((block) => !own.has(block))
  return {
    document: {
      metadata,
      data,
      problems: reader.problems,
      source: {
        html,
        blocks: rangesOf(blocks.filter((block) => own.has(block))),
        takenIds: new Set(others.flatMap((block) => classesOf(block).slice(1, 2))),
        rows: reader.rows,
        raw: reader.raw
      }
    }
  }
}

/** Whether a page says by its text that it is a structured document: such a page opens as a form. */
export const seemsStructured = (html: string): boolean =>
  /class="?da-form\b/i.test(html) && /x-schema-name/i.test(html)

/** A root block has its name and no second class; blocks below it have one, by which they are referred to. */
function isRootBlock(block: Element, name: string): boolean {
  const [first, second] = classesOf(block)
  return first?.toLowerCase() === name && second === undefined
}

function metadataOf(form: Element): DocumentMetadata | null {
  const rows = new Map<string, string>()
  for (const row of elementsIn(form)) {
    const [key, value] = elementsIn(row)
    if (key && value && textOf(key) !== '') rows.set(textOf(key), textOf(value))
  }
  const schemaName = rows.get('x-schema-name')
  if (!schemaName) return null
  const more = [...rows].filter(([key]) => key !== 'title' && key !== 'x-schema-name')
  return { title: rows.get('title') ?? '', schemaName, more }
}

/**
 * The blocks' places in the text; `[]` where broken markup makes them overlap, so that nothing is cut in two.
 */
function rangesOf(blocks: readonly Element[]): SourceRange[] {
  const ranges = blocks.flatMap(({ sourceCodeLocation: at }) =>
    at ? [{ start: at.startOffset, end: at.endOffset }] : []
  )
  const isInOrder = ranges.every(
    ({ start, end }, index) => start < end && start >= (ranges[index - 1]?.end ?? 0)
  )
  return isInOrder && ranges.length === blocks.length ? ranges : []
}
