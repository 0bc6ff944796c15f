import type { Node as PageNode } from 'prosemirror-model'
import { pageSchema } from '../schema'
import { listsOf, type ListLine } from './lists'
import { PastedLine } from './line'

const { nodes, marks } = pageSchema

/** What a line becomes when it is over. */
export type LineKind =
  | { readonly kind: 'paragraph' }
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly item: Omit<ListLine, 'content'> }

type Entry =
  | { readonly kind: 'node'; readonly node: PageNode }
  | { readonly kind: 'item'; readonly line: ListLine }
  | { readonly kind: 'section' }

/** What stands one under another, while it is put together. */
export class PastedFlow {
  line = new PastedLine()
  /** The text block that is open; null between two. */
  open: LineKind | null = null
  private readonly entries: Entry[] = []

  /** A line break; two between blocks are the end of a paragraph. */
  lineBreak(): void {
    if (this.open === null && this.line.endsInBreak()) this.endLine()
    else this.line.lineBreak()
  }

  /** What was collected is a text block, if there is anything. */
  endLine(dividesSections = false): void {
    const content = this.line.content()
    this.line = new PastedLine()
    const kind = this.open ?? { kind: 'paragraph' }
    if (content.size === 0) return
    const paragraph = nodes.paragraph.create(null, content)
    if (dividesSections && kind.kind === 'paragraph' && /^(---+|———?)$/.test(paragraph.textContent))
      return this.endSection()
    if (kind.kind === 'item')
      this.entries.push({ kind: 'item', line: { ...kind.item, content: [paragraph] } })
    else if (kind.kind === 'heading') {
      const isAllStrong = content.content.every((node) => marks.strong.isInSet(node.marks))
      const words = isAllStrong
        ? content.content.map((node) => node.mark(marks.strong.removeFromSet(node.marks)))
        : content
      this.add(nodes.heading.create({ level: kind.level }, words))
    } else if (kind.kind === 'quote') this.addQuoted(paragraph)
    else this.add(paragraph)
  }

  add(node: PageNode): void {
    this.entries.push({ kind: 'node', node })
  }

  addItem(line: ListLine): void {
    this.entries.push({ kind: 'item', line })
  }

  endSection(): void {
    this.entries.push({ kind: 'section' })
  }

  /** Everything, section by section; sections with nothing in them are left out. */
  sections(): PageNode[][] {
    const sections: PageNode[][] = [[]]
    let lines: ListLine[] = []
    const endList = () => {
      for (const list of listsOf(lines)) sections.at(-1)?.push(list)
      lines = []
    }
    for (const entry of this.entries) {
      if (entry.kind === 'item') {
        lines.push(entry.line)
        continue
      }
      endList()
      if (entry.kind === 'node') sections.at(-1)?.push(entry.node)
      else sections.push([])
    }
    endList()
    const filled = sections.filter(({ length }) => length > 0)
    return filled.length > 0 ? filled : [[]]
  }

  private addQuoted(paragraph: PageNode): void {
    const last = this.entries.at(-1)
    if (last?.kind === 'node' && last.node.type === nodes.blockquote)
      this.entries[this.entries.length - 1] = {
        kind: 'node',
        node: last.node.copy(last.node.content.addToEnd(paragraph))
      }
    else this.add(nodes.blockquote.create(null, paragraph))
  }
}
