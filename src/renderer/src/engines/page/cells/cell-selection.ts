import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model'
import { Selection, SelectionRange, TextSelection, type Transaction } from 'prosemirror-state'
import type { Mappable } from 'prosemirror-transform'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { cellLike } from '../parts/part-commands'

const { nodes } = pageSchema

/** Where a cell stands in its block, counted from 0; rows may have any number of cells. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/**
 * The cells from one to another of the same block, as a range of a grid whose rows may differ in length
 * (VE5).
 */
export class CellSelection extends Selection {
  /** @param $anchorCell before the cell where it began @param $headCell before the one to which it goes */
  constructor(
    readonly $anchorCell: ResolvedPos,
    readonly $headCell: ResolvedPos
  ) {
    const ranges = cellsBetween($anchorCell, $headCell).map(({ pos, node }) => {
      const { doc } = $anchorCell
      return new SelectionRange(doc.resolve(pos + 1), doc.resolve(pos + node.nodeSize - 1))
    })
    const [first] = ranges
    super(first?.$from ?? $anchorCell, first?.$to ?? $anchorCell, ranges)
  }

  /** Null where the two are no cells of one block. */
  static between(doc: Node, anchor: number, head: number): CellSelection | null {
    const [$anchor, $head] = [doc.resolve(anchor), doc.resolve(head)]
    const isCell = ($pos: ResolvedPos) => $pos.nodeAfter?.type === nodes.cell && $pos.depth >= 2
    if (!isCell($anchor) || !isCell($head)) return null
    return $anchor.node(-1) === $head.node(-1) ? new CellSelection($anchor, $head) : null
  }

  /** The chosen cells, row by row. */
  rows(): readonly (readonly Node[])[] {
    const rows = new Map<number, Node[]>()
    for (const { node, place } of cellsBetween(this.$anchorCell, this.$headCell))
      rows.set(place.row, [...(rows.get(place.row) ?? []), node])
    return [...rows.values()]
  }

  map(doc: Node, mapping: Mappable): Selection {
    const [anchor, head] = [mapping.map(this.$anchorCell.pos), mapping.map(this.$headCell.pos)]
    return CellSelection.between(doc, anchor, head) ?? Selection.near(doc.resolve(head))
  }

  eq(other: Selection): boolean {
    return (
      other instanceof CellSelection &&
      other.$anchorCell.pos === this.$anchorCell.pos &&
      other.$headCell.pos === this.$headCell.pos
    )
  }

  /** A block of its own with these cells. */
  override content(): Slice {
    const block = this.$anchorCell.node(-1)
    const rows = this.rows().map((cells) => nodes.row.create(null, [...cells]))
    return new Slice(Fragment.from(nodes.block.create({ classes: block.attrs['classes'] }, rows)), 0, 0)
  }

  /** Empties the cells; none of them goes. */
  override replace(tr: Transaction, content: Slice = Slice.empty): void {
    const first = this.ranges[0]
    for (const { $from, $to } of [...this.ranges].reverse())
      tr.replaceWith($from.pos, $to.pos, cellLike($from.parent).content)
    if (!first) return
    tr.setSelection(TextSelection.near(tr.doc.resolve(first.$from.pos)))
    if (content.size > 0) tr.replaceSelection(content)
  }

  override replaceWith(tr: Transaction, node: Node): void {
    this.replace(tr, new Slice(Fragment.from(node), 0, 0))
  }

  toJSON() {
    return { type: 'cells', anchor: this.$anchorCell.pos, head: this.$headCell.pos }
  }
}

CellSelection.prototype.visible = false

/** A cell, where it is in the page, and where in its block. */
interface FoundCell {
  readonly node: Node
  readonly pos: number
  readonly place: CellPlace
}

/** All cells of the block at the place. */
export function cellsOf(block: Node, blockPos: number): readonly FoundCell[] {
  const found: FoundCell[] = []
  let row = -1
  block.forEach((line, lineOffset) => {
    if (line.type !== nodes.row) return
    row += 1
    let column = -1
    line.forEach((node, offset) => {
      if (node.type !== nodes.cell) return
      column += 1
      found.push({ node, pos: blockPos + 1 + lineOffset + 1 + offset, place: { row, column } })
    })
  })
  return found
}

function cellsBetween($anchor: ResolvedPos, $head: ResolvedPos): readonly FoundCell[] {
  const cells = cellsOf($anchor.node(-1), $anchor.before(-1))
  const [from, to] = [$anchor, $head].map(($pos) => cells.find(({ pos }) => pos === $pos.pos)?.place)
  if (!from || !to) return []
  const isIn = (at: number, one: number, other: number) =>
    at >= Math.min(one, other) && at <= Math.max(one, other)
  return cells.filter(
    ({ place }) => isIn(place.row, from.row, to.row) && isIn(place.column, from.column, to.column)
  )
}
