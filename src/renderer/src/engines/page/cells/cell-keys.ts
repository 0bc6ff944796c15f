import { TextSelection, type Command, type EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { addRow } from '../parts/part-commands'
import { partAt } from '../parts/part-at'
import { CellSelection, cellsOf, type CellPlace } from './cell-selection'
import { cellAt, gridAround } from './grid'

type Way = 'up' | 'down' | 'left' | 'right'

const steps: Readonly<Record<Way, CellPlace>> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 }
}

const opposite: Readonly<Record<Way, Way>> = { up: 'up', down: 'down', left: 'right', right: 'left' }

/** The way in which the parts of what lies at the place follow each other: turned where they run from right to left. */
function asWritten(way: Way, view: EditorView | undefined, pos: number): Way {
  const dom = view?.nodeDOM(pos)
  return dom instanceof Element && getComputedStyle(dom).direction === 'rtl' ? opposite[way] : way
}

/** The cell beside the one at the place, in this way; in a shorter row its last one. */
function neighbour(state: EditorState, pos: number, way: Way): number | null {
  const grid = gridAround(state.doc.resolve(pos))
  const cells = grid ? cellsOf(grid) : []
  const here = cells.find((cell) => cell.pos === pos)?.place
  if (!here) return null
  const [row, column] = [here.row + steps[way].row, here.column + steps[way].column]
  const inRow = cells.filter(({ place }) => place.row === row)
  const found = inRow.find(({ place }) => place.column === column)
  return found?.pos ?? (way === 'up' || way === 'down' ? inRow.at(-1)?.pos : undefined) ?? null
}

/** Shift with an arrow: from the edge of a cell on whole cells are chosen. */
export const extendCells =
  (way: Way): Command =>
  (state, dispatch, view) => {
    const { selection } = state
    const start = selection instanceof CellSelection ? null : startOfRange(state, way, view)
    const anchor = selection instanceof CellSelection ? selection.$anchorCell.pos : start
    if (anchor === null) return false
    const head = selection instanceof CellSelection ? selection.$headCell.pos : anchor
    const next = neighbour(state, head, asWritten(way, view, state.doc.resolve(head).before())) ?? head
    const chosen = CellSelection.between(state.doc, anchor, next)
    if (!chosen) return false
    dispatch?.(state.tr.setSelection(chosen).scrollIntoView())
    return true
  }

/** The cell that the caret is at the edge of; null while there are words further in this way. */
function startOfRange(state: EditorState, way: Way, view: EditorView | undefined): number | null {
  const cell = cellAt(state)
  if (!cell || !(state.selection instanceof TextSelection) || view?.endOfTextblock(way) !== true) return null
  const { $head } = state.selection
  const depth = state.doc.resolve(cell.pos + 1).depth
  if ($head.depth <= depth) return null
  const inText = asWritten(way, view, $head.before())
  const isBack = inText === 'up' || inText === 'left'
  const isFirst = $head.index(depth) === 0
  const isLast = $head.index(depth) === cell.node.childCount - 1
  return (isBack ? isFirst : isLast) ? cell.pos : null
}

/** An arrow without Shift: the caret goes into the cell where the range ended. */
export const leaveCells: Command = (state, dispatch) => {
  const { selection } = state
  if (!(selection instanceof CellSelection)) return false
  dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(selection.$headCell.pos + 1))))
  return true
}

/** Tab: what is in the next cell is chosen; behind the last one a row is made. */
export const nextCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const cell = partAt(state, ['cell'])
    if (!cell) return false
    const grid = gridAround(state.doc.resolve(cell.pos))
    const cells = grid ? cellsOf(grid) : []
    const next = cells[cells.findIndex(({ pos }) => pos === cell.pos) + step]
    if (!next && step === 1) return addRow('after')(state, dispatch)
    // at the first cell the caret stays: it is Escape and then Tab that leave the page
    if (!next) return true
    const [from, to] = [next.pos + 1, next.pos + next.node.nodeSize - 1]
    const inside = TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))
    dispatch?.(state.tr.setSelection(inside).scrollIntoView())
    return true
  }
