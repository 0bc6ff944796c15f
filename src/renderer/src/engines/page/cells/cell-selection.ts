import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model'
import { Selection, SelectionRange, TextSelection, type Transaction } from 'prosemirror-state'
import type { Mappable } from 'prosemirror-transform'
import { pageSchema } from '../../../../../common/formats/page/schema'
import type { Part } from '../parts/part-at'
import { emptyLineOf, gridAround, isCell, rowsOf } from './grid'

const { nodes } = pageSchema

/** Where a cell stands in its block or table, counted from 0; rows may have any number of cells. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/**
 * The cells from one to another of the same block or table, as a range of a grid whose rows may differ in
 * length (VE5).
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

  /** Null where the two are no cells of one block or table. */
  static between(doc: Node, anchor: number, head: number): CellSelection | null {
    const [$anchor, $head] = [doc.resolve(anchor), doc.resolve(head)]
    if (!isCell($anchor.nodeAfter) || !isCell($head.nodeAfter)) return null
    const grid = gridAround($anchor)
    return grid !== null && grid.pos === gridAround($head)?.pos ? new CellSelection($anchor, $head) : null
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

  /** A block or a table of its own with these cells. */
  override content(): Slice {
    const grid = gridAround(this.$anchorCell)?.node
    const isTable = grid?.type === nodes.table
    const row = isTable ? nodes.table_row : nodes.row
    const rows = this.rows().map((cells) => row.create(null, [...cells]))
    const made = isTable
      ? nodes.table.create(null, nodes.table_part.create(null, rows))
      : nodes.block.create({ classes: grid?.attrs['classes'] }, rows)
    return new Slice(Fragment.from(made), 0, 0)
  }

  /** Empties the cells; none of them goes. */
  override replace(tr: Transaction, content: Slice = Slice.empty): void {
    const first = this.ranges[0]
    for (const { $from, $to } of [...this.ranges].reverse())
      tr.replaceWith($from.pos, $to.pos, emptyLineOf($from.parent))
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

/** A cell, where it is in the page, and where in its block or table. */
interface FoundCell extends Part {
  readonly place: CellPlace
}

/** All cells of a block or a table, row by row. */
export const cellsOf = (grid: Part): readonly FoundCell[] =>
  rowsOf(grid).flatMap(({ cells }, row) => cells.map((cell, column) => ({ ...cell, place: { row, column } })))

function cellsBetween($anchor: ResolvedPos, $head: ResolvedPos): readonly FoundCell[] {
  const grid = gridAround($anchor)
  const cells = grid ? cellsOf(grid) : []
  const [from, to] = [$anchor, $head].map(($pos) => cells.find(({ pos }) => pos === $pos.pos)?.place)
  if (!from || !to) return []
  const isIn = (at: number, one: number, other: number) =>
    at >= Math.min(one, other) && at <= Math.max(one, other)
  return cells.filter(
    ({ place }) => isIn(place.row, from.row, to.row) && isIn(place.column, from.column, to.column)
  )
}
