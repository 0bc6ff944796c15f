import type { Node } from 'prosemirror-model'
import { Plugin, Selection, TextSelection, type Command, type Transaction } from 'prosemirror-state'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema } from '../../../../../common/formats/page/schema'
import type { Part } from '../parts/part-at'
import type { GridRow } from '../cells/grid'
import { tableAt, type TableAt } from './table-cells'

const { nodes } = pageSchema

/** A line without tags, as tables have in their cells; it has no source while nothing is written in it. */
const emptyLine = (): Node => nodes.paragraph.create({ bare: true })

export const emptyTableCell = (header: boolean, src: ReturnType<typeof layoutOf> = null): Node =>
  nodes.table_cell.create({ header, src }, emptyLine())

/** Of a node whose like is made the blanks alone go over: what else its tags say is its own. */
export function layoutOf(node: Node): { lead?: string; tail?: string } | null {
  const hint = hintOf(node)
  if (!hint) return null
  const { lead, tail } = hint
  return { ...(lead === undefined ? {} : { lead }), ...(tail === undefined ? {} : { tail }) }
}

/**
 * A row with empty cells like those of another; below a row of heads come cells.
 * @param beside laid out like this one
 */
export function tableRowLike({ cells }: GridRow, beside: Node): Node {
  const isHead = cells.length > 1 && cells.every((cell) => cell.node.attrs['header'] === true)
  return nodes.table_row.create(
    { src: layoutOf(beside) },
    cells.map((cell) => emptyTableCell(!isHead && cell.node.attrs['header'] === true, layoutOf(cell.node)))
  )
}

/** A row beside the one that the caret is in; behind the heads it is the first of the body. */
export const addTableRow =
  (side: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const table = tableAt(state)
    const row = table?.rows[table.row]
    if (!table || !row) return false
    const { tr } = state
    const at = side === 'before' ? row.pos : placeBehind(tr.doc, row)
    const there = tr.doc.nodeAt(at)
    tr.insert(at, tableRowLike(row, there?.type === nodes.table_row ? there : row.node))
    dispatch?.(inCell(tr, at + 1))
    return true
  }

/** Behind a row; a row of a head is followed by the body. */
export function placeBehind(doc: Node, { node, pos }: Part): number {
  const $row = doc.resolve(pos)
  const part = $row.parent
  const end = pos + node.nodeSize
  if (part.attrs['tag'] !== 'thead' || $row.index() < part.childCount - 1) return end
  const after = $row.after()
  return doc.nodeAt(after)?.type === nodes.table_part ? after + 1 : after
}

/** A column beside the one that the caret is in: a cell in each row, behind the last of a shorter one. */
export const addTableColumn =
  (side: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const table = tableAt(state)
    if (!table || table.column < 0) return false
    const { tr } = state
    // from the end, so that places before it stay as they are
    for (const row of [...table.rows].reverse()) {
      const like = row.cells[table.column] ?? row.cells.at(-1)
      if (!like) continue
      const isBefore = side === 'before' && row.cells[table.column] !== undefined
      const made = emptyTableCell(like.node.attrs['header'] === true, layoutOf(like.node))
      tr.insert(isBefore ? like.pos : like.pos + like.node.nodeSize, made)
    }
    const own = table.rows[table.row]?.cells[table.column]
    if (own) {
      const at = tr.mapping.map(own.pos, 1)
      dispatch?.(inCell(tr, side === 'before' ? at - emptyTableCell(false).nodeSize : at + own.node.nodeSize))
    }
    return true
  }

/** Deletes the row that the caret is in; with its last one the table goes, and a part of it. */
export const deleteTableRow: Command = (state, dispatch) => {
  const table = tableAt(state)
  const row = table?.rows[table.row]
  if (!table || !row) return false
  if (table.rows.length === 1) return deleteTable(state, dispatch)
  const { tr } = state
  const $row = tr.doc.resolve(row.pos)
  const isAlone = $row.parent.type === nodes.table_part && $row.parent.childCount === 1
  if (isAlone) tr.delete($row.before(), $row.after())
  else tr.delete(row.pos, row.pos + row.node.nodeSize)
  const next = table.rows[table.row + 1] ?? table.rows[table.row - 1]
  const cell = next?.cells[Math.max(0, Math.min(table.column, next.cells.length - 1))]
  dispatch?.(cell ? inCell(tr, tr.mapping.map(cell.pos)) : tr)
  return true
}

/** Deletes the column that the caret is in; a row goes with its last cell, the table with the last of all. */
export const deleteTableColumn: Command = (state, dispatch) => {
  const table = tableAt(state)
  if (!table || table.column < 0) return false
  const { column } = table
  if (table.rows.every(({ cells }) => cells.length < 2)) return deleteTable(state, dispatch)
  const { tr } = state
  for (const { node, pos, cells } of [...table.rows].reverse()) {
    const cell = cells[column]
    if (!cell) continue
    const gone = node.childCount === 1 ? { node, pos } : cell
    tr.delete(gone.pos, gone.pos + gone.node.nodeSize)
  }
  const row = table.rows[table.row]
  const near = row?.cells[column + 1] ?? row?.cells[column - 1]
  dispatch?.(near ? inCell(tr, tr.mapping.map(near.pos)) : tr.scrollIntoView())
  return true
}

export const deleteTable: Command = (state, dispatch) => {
  const table = tableAt(state)
  if (!table) return false
  const tr = state.tr.delete(table.pos, table.pos + table.node.nodeSize)
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(table.pos))).scrollIntoView())
  return true
}

/** The first row is one of heads, or is not any more: only the names of its tags change. */
export const toggleHeaderRow: Command = (state, dispatch) => {
  const cells = tableAt(state)?.rows[0]?.cells
  if (!cells || cells.length === 0) return false
  const header = !cells.every(({ node }) => node.attrs['header'] === true)
  const { tr } = state
  for (const { pos } of cells) tr.setNodeAttribute(pos, 'header', header)
  dispatch?.(tr)
  return true
}

/** A table with a row of heads, behind the line that the caret is in, or in the place of an empty one. */
export const insertTable =
  (rows: number, columns: number): Command =>
  (state, dispatch) => {
    const { $to } = state.selection
    if (!$to.parent.isTextblock || tableAt(state)) return false
    const holder = $to.node(-1)
    const index = $to.indexAfter(-1)
    if (!holder.canReplaceWith(index, index, nodes.table)) return false
    const row = (header: boolean) =>
      nodes.table_row.create(
        null,
        Array.from({ length: columns }, () => emptyTableCell(header))
      )
    const body = Array.from({ length: rows - 1 }, () => row(false))
    const table = nodes.table.create(null, [
      nodes.table_part.create({ tag: 'thead' }, row(true)),
      nodes.table_part.create({ tag: 'tbody' }, body)
    ])
    const isEmpty = $to.parent.content.size === 0
    const { tr } = state
    const at = isEmpty ? $to.before() : $to.after()
    if (isEmpty) tr.delete(at, at + $to.parent.nodeSize)
    tr.insert(at, table)
    dispatch?.(inCell(tr, at + 3))
    return true
  }

/** Tab: what is in the next cell is chosen; behind the last one a row is made. */
export const nextTableCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const table = tableAt(state)
    if (!table || table.column < 0) return false
    const next = cellBeside(table, step)
    if (!next && step === 1) return addTableRow('after')(state, dispatch)
    // at the first cell the caret stays: it is Escape and then Tab that leave the page
    if (next) dispatch?.(inCell(state.tr, next.pos))
    return true
  }

function cellBeside({ rows, row, column }: TableAt, step: 1 | -1): Part | undefined {
  const cells = rows.flatMap((one) => one.cells)
  const own = rows[row]?.cells[column]
  return cells[cells.findIndex((cell) => cell === own) + step]
}

/**
 * What is in the cell is chosen. One that is empty gets a line to write in, which has no source by itself.
 */
function inCell(tr: Transaction, pos: number): Transaction {
  const cell = tr.doc.nodeAt(pos)
  if (cell?.type === nodes.table_cell && cell.childCount === 0) tr.insert(pos + 1, emptyLine())
  const end = pos + (tr.doc.nodeAt(pos)?.nodeSize ?? 2) - 1
  return tr.setSelection(TextSelection.between(tr.doc.resolve(pos + 1), tr.doc.resolve(end))).scrollIntoView()
}

/** A click into an empty cell puts the caret there. */
export const tableClicks = (): Plugin =>
  new Plugin({
    props: {
      handleClickOn(view, _pos, node, nodePos) {
        if (!view.editable || node.type !== nodes.table_cell || node.childCount > 0) return false
        view.dispatch(inCell(view.state.tr, nodePos).setMeta('addToHistory', false))
        return true
      }
    }
  })
