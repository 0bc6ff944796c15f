import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection, type Command, type Transaction } from 'prosemirror-state'
import { readFragment } from '../../../../../common/formats/page/fragment'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { copied } from '../commands/carried'
import { moveTo, nextPlace } from './move-part'
import { movable, partAt, type Part } from './part-at'

const { nodes } = pageSchema
const parts = ['block', 'section', 'row', 'island']

/** One place up or down, for what is chosen or the caret is in. */
export const movePart =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const part = movable(state)
    const to = part && nextPlace(state.doc, part, step)
    const tr = part && to !== null ? moveTo(state, part, to) : null
    if (tr) dispatch?.(tr)
    return tr !== null
  }

/**
 * The same once more, behind it; its hints go along, so it is written as the first one is, without the ids
 * that the first one has.
 */
export const duplicatePart: Command = (state, dispatch) => {
  const part = movable(state)
  if (!part) return false
  const { node, pos } = part
  const end = pos + node.nodeSize
  const tr = state.tr.insert(end, copied(node))
  const inside = state.selection.from - pos
  tr.setSelection(
    state.selection instanceof NodeSelection || inside <= 0
      ? NodeSelection.create(tr.doc, end)
      : TextSelection.near(tr.doc.resolve(end + inside))
  )
  dispatch?.(tr.scrollIntoView())
  return true
}

/**
 * Deletes the innermost part of these kinds: the last section is emptied instead, a block or row goes with
 * its last row or cell.
 */
export const deletePart =
  (kinds: readonly string[] = parts): Command =>
  (state, dispatch) => {
    const part = partAt(state, kinds)
    if (!part) return false
    const { tr } = state
    const { pos, node } = outermostWithNothingElse(tr.doc, part)
    if (node.type === nodes.section && sections(tr.doc) === 1) tr.delete(pos + 1, pos + node.nodeSize - 1)
    else tr.delete(pos, pos + node.nodeSize)
    tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size))))
    dispatch?.(tr.scrollIntoView())
    return true
  }

function outermostWithNothingElse(doc: Node, part: Part): Part {
  const $pos = doc.resolve(part.pos)
  const holds = [nodes.row, nodes.block] as readonly NodeType[]
  if (!holds.includes($pos.parent.type) || $pos.parent.childCount > 1) return part
  return outermostWithNothingElse(doc, { node: $pos.parent, pos: $pos.before() })
}

const sections = (doc: Node): number => doc.children.filter(({ type }) => type === nodes.section).length

/** A row beside the one that the caret is in, with cells like its own. */
export const addRow =
  (side: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const row = partAt(state, ['row'])
    if (!row) return addFirstRow(state, dispatch)
    const at = side === 'before' ? row.pos : row.pos + row.node.nodeSize
    dispatch?.(withCaretIn(state.tr.insert(at, rowLike(row.node)), at))
    return true
  }

/** In a block that has no row, or is chosen as a whole: behind its last one. */
const addFirstRow: Command = (state, dispatch) => {
  const block = partAt(state, ['block'])
  if (!block) return false
  const at = block.pos + block.node.nodeSize - 1
  const last = block.node.children.filter(({ type }) => type === nodes.row).at(-1)
  dispatch?.(withCaretIn(state.tr.insert(at, last ? rowLike(last) : newRow(1)), at))
  return true
}

/** A cell behind the one that the caret is in: in this row alone, rows may differ. */
export const addCell: Command = (state, dispatch) => {
  const cell = partAt(state, ['cell'])
  if (!cell) return false
  const at = cell.pos + cell.node.nodeSize
  dispatch?.(withCaretIn(state.tr.insert(at, cellLike(cell.node)), at))
  return true
}

export const deleteRow = deletePart(['row'])
export const deleteCell = deletePart(['cell'])
export const deleteSection = deletePart(['section'])

/** An empty section behind the one that the caret is in. */
export const addSection: Command = (state, dispatch) => {
  const section = partAt(state, ['section'])
  const at = section ? section.pos + section.node.nodeSize : state.doc.content.size
  dispatch?.(withCaretIn(state.tr.insert(at, nodes.section.create(null, nodes.paragraph.create())), at))
  return true
}

/** A block of this name behind what the caret is in, in the place of an empty line. */
export const addBlock =
  (classes: string, rows: number, columns: number): Command =>
  (state, dispatch) => {
    const row = newRow(columns)
    return addParts([nodes.block.create({ classes }, Array(rows).fill(row))])(state, dispatch)
  }

/**
 * What a source is read as, in the same place, written as it stands there; ids are left out of what is a
 * copy.
 */
export const addSource =
  (source: string): Command =>
  (state, dispatch) => {
    const made = readFragment(source, 'section')
    return made !== null && addParts(/\sid\s*=/i.test(source) ? made.map(copied) : made)(state, dispatch)
  }

const addParts =
  (parts: readonly Node[]): Command =>
  (state, dispatch) => {
    const section = partAt(state, ['section'])
    if (!section) return false
    const { tr } = state
    const $at = tr.doc.resolve(Math.max(section.pos + 1, state.selection.from))
    const child = $at.depth > 1 ? { node: $at.node(2), pos: $at.before(2) } : null
    let at = child ? child.pos + child.node.nodeSize : $at.pos
    if (child && child.node.type === nodes.paragraph && child.node.content.size === 0) {
      at = child.pos
      tr.delete(child.pos, child.pos + child.node.nodeSize)
    }
    dispatch?.(withCaretIn(tr.insert(at, parts), at))
    return true
  }

/** Behind the block that the caret is in: on the line there, or on a new one. */
export const leaveBlock: Command = (state, dispatch) => {
  const block = partAt(state, ['block'])
  if (!block) return false
  const at = block.pos + block.node.nodeSize
  const { tr } = state
  const next = tr.doc.nodeAt(at)
  if (!next?.isTextblock) tr.insert(at, nodes.paragraph.create())
  tr.setSelection(TextSelection.create(tr.doc, at + 1))
  dispatch?.(tr.scrollIntoView())
  return true
}

/**
 * Enter on an empty last line of a cell, behind another one or in the last cell: the line goes, the caret
 * leaves the block.
 */
export const leaveFromEmptyLine: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const cell = $from.depth > 1 ? $from.node(-1) : null
  if (!empty || cell?.type !== nodes.cell || $from.parent.content.size > 0) return false
  if ($from.index(-1) !== cell.childCount - 1 || $from.parent.type !== nodes.paragraph) return false
  const isAlone = cell.childCount === 1
  const [row, block] = [$from.node(-2), $from.node(-3)]
  const isLast = $from.index(-2) === row.childCount - 1 && $from.index(-3) === block.childCount - 1
  if (isAlone && !isLast) return false
  if (!dispatch) return leaveBlock(state)
  const { tr } = state
  if (!isAlone) tr.delete($from.before(), $from.after())
  const at = tr.mapping.map($from.after(-3))
  if (!tr.doc.nodeAt(at)?.isTextblock) tr.insert(at, nodes.paragraph.create())
  dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
  return true
}

/**
 * A row with as many cells, each beginning as the one above it does: with a paragraph, or with words alone.
 */
const rowLike = (row: Node): Node =>
  nodes.row.create(null, row.children.filter(({ type }) => type === nodes.cell).map(cellLike))

export const cellLike = (cell: Node): Node =>
  nodes.cell.create(null, nodes.paragraph.create({ bare: cell.firstChild?.attrs['bare'] === true }))

const newRow = (columns: number): Node =>
  nodes.row.create(
    null,
    Fragment.from(Array.from({ length: columns }, () => nodes.cell.create(null, nodes.paragraph.create())))
  )

/** In the first line of what stands at the place. */
function withCaretIn(tr: Transaction, at: number): Transaction {
  return tr.setSelection(Selection.near(tr.doc.resolve(at + 1), 1)).scrollIntoView()
}
