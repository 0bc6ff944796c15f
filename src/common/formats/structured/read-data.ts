import { bounds } from '../../bounds'
import { objectOf, type JsonValue } from '../../json/value'
import { childPointer, type Pointer } from '../../json/pointer'
import type { DocumentProblem, RawValue, SourceRow } from './document'
import { attribute, classesOf, elementsIn, imageIn, isElement, textOf, type Element } from '../../html'
import { REFERENCE, untyped } from './text'

/**
 * Values of one document; a page that refers to its blocks again and again would otherwise unfold without
 * end.
 */
const MAX_VALUES = 200_000
const MAX_DEPTH = 400
const MAX_PROBLEMS = 1000

/** Reads the data of one page from its root block, following references to the other blocks. */
export class DataReader {
  readonly problems: DocumentProblem[] = []
  readonly raw = new Map<Pointer, RawValue>()
  readonly rows: SourceRow[] = []
  readonly used = new Set<Element>()
  private readonly byId = new Map<string, Element>()
  private readonly open: Element[] = []
  private room = MAX_VALUES
  /** Characters that the values may still have. */
  private length: number = bounds.html.characters
  private readonly texts = new Map<Element, string>()
  private readonly rowsOf = new Map<Element, Map<string, { name: Element; value: Element }>>()

  constructor(
    private readonly html: string,
    blocks: readonly Element[]
  ) {
    for (const block of blocks) {
      const id = classesOf(block)[1]
      if (id !== undefined) this.byId.set(id.toLowerCase(), block)
    }
  }

  /** Whether values were left unread, because there are too many. */
  get isIncomplete(): boolean {
    return this.room < 0 || this.length < 0
  }

  read(root: Element): JsonValue {
    return this.block(root, '')
  }

  private block(block: Element, pointer: Pointer): JsonValue {
    const isNew = !this.used.has(block)
    this.used.add(block)
    this.open.push(block)
    const cells = this.rowsOf.get(block) ?? this.cells(block, pointer)
    this.rowsOf.set(block, cells)
    const only = cells.size === 1 ? cells.get('@items') : undefined
    const value = only
      ? this.cell(only.value, pointer)
      : objectOf(
          [...cells].map(([key, { name, value: cell }]) => {
            const place = childPointer(pointer, key)
            if (isNew) this.rows.push(rowAt(name, key, place))
            return [key, this.cell(cell, place)] as const
          })
        )
    this.open.pop()
    return value
  }

  /** The cells of each row by key. A row needs two cells and a key. */
  private cells(block: Element, pointer: Pointer): Map<string, { name: Element; value: Element }> {
    const cells = new Map<string, { name: Element; value: Element }>()
    for (const row of elementsIn(block)) {
      const [name, value] = elementsIn(row)
      const key = name && textOf(name)
      if (!name || !value || !key) continue
      if (cells.has(key))
        this.report(
          'duplicate-key',
          childPointer(pointer, key),
          'Two rows have this key. The last one counts.'
        )
      cells.set(key, { name, value })
    }
    return cells
  }

  private cell(cell: Element, pointer: Pointer): JsonValue {
    const list = elementsIn(cell).find(({ tagName }) => tagName === 'ul' || tagName === 'ol')
    if (!list) return this.leaf(cell, pointer)
    const items = elementsIn(list).filter(({ tagName }) => tagName === 'li')
    return items.map((item, index) => this.leaf(item, childPointer(pointer, index)))
  }

  private leaf(element: Element, pointer: Pointer): JsonValue {
    if (this.room-- <= 0 || this.length < 0) return ''
    const text = this.textOf(element)
    this.length -= text.length
    const literal = isLiteral(element)
    if (!literal && text.toLowerCase().startsWith(REFERENCE)) return this.referred(text, pointer)
    const image = text === '' ? imageIn(element) : null
    if (!literal && !isPlain(element))
      this.raw.set(pointer, { text: image ?? text, html: this.inner(element) })
    return literal ? text : (image ?? untyped(text))
  }

  /** Read once, however often its block is referred to. */
  private textOf(element: Element): string {
    const text = this.texts.get(element) ?? textOf(element)
    this.texts.set(element, text)
    return text
  }

  /** The block that a reference leads to; the text itself where it leads nowhere. */
  private referred(text: string, pointer: Pointer): JsonValue {
    const id = text.slice(REFERENCE.length).replaceAll('/', '-').toLowerCase()
    const block = this.byId.get(id)
    if (!block) {
      this.report('missing-block', pointer, `The part “${id}” that belongs here is missing from the page.`)
      return text
    }
    if (this.open.includes(block) || this.open.length > MAX_DEPTH) {
      this.report('circular-block', pointer, `The part “${id}” holds itself.`)
      return text
    }
    return this.block(block, pointer)
  }

  private report(reason: DocumentProblem['reason'], pointer: Pointer, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ reason, pointer, message })
  }

  private inner(element: Element): string {
    const at = element.sourceCodeLocation
    if (!at?.startTag || !at.endTag) return ''
    return this.html.slice(at.startTag.endOffset, at.endTag.startOffset).trim()
  }
}

/** A text that looks like a reference and is none is marked as literal when it is written. */
function isLiteral(element: Element): boolean {
  if (attribute(element, 'data-text') !== null) return true
  const [only, second] = elementsIn(element)
  return only !== undefined && second === undefined && attribute(only, 'data-text') !== null
}

/** One paragraph of nothing but text, or nothing but text: what we would write ourselves. */
function isPlain(element: Element): boolean {
  const [only, second] = elementsIn(element)
  if (!only) return true
  const isAlone = second === undefined && element.childNodes.every((node) => node === only || isSpace(node))
  return isAlone && only.tagName === 'p' && only.attrs.length === 0 && !only.childNodes.some(isElement)
}

const isSpace = (node: Element['childNodes'][number]) =>
  node.nodeName === '#text' && 'value' in node && node.value.trim() === ''

function rowAt(cell: Element, key: string, pointer: Pointer): SourceRow {
  const holder = elementsIn(cell)[0] ?? cell
  const tag = holder.sourceCodeLocation?.startTag ?? cell.sourceCodeLocation?.startTag
  const attributesAt = tag ? tag.startOffset + 1 + holder.tagName.length : -1
  return { key, pointer, attributesAt, hasId: attribute(holder, 'id') !== null }
}
