import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { CellSelection } from './cell-selection'
import { cellAt, isCell } from './grid'

/**
 * The mouse that goes from one cell into another, and a click with Shift into another one, choose whole cells
 * (VE5). Within one cell it chooses words.
 */
export function cellDrag(): Plugin {
  let isDragging = false
  return new Plugin({
    props: {
      // what the browser chooses meanwhile is not looked at
      createSelectionBetween: ({ state }) =>
        isDragging && state.selection instanceof CellSelection ? state.selection : null,
      handleDOMEvents: {
        mousedown(view, event) {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return false
          const here = cellUnder(view, event)
          if (here === null) return false
          const { selection } = view.state
          const from =
            selection instanceof CellSelection ? selection.$anchorCell.pos : cellAt(view.state)?.pos
          if (event.shiftKey) return from !== undefined && from !== here && choose(view, from, here, event)
          follow(view, here, (dragging) => (isDragging = dragging))
          return false
        }
      }
    }
  })
}

function follow(view: EditorView, anchor: number, setDragging: (isDragging: boolean) => void): void {
  const { root } = view
  const { doc } = view.state
  const stop = () => {
    root.removeEventListener('mousemove', move)
    root.removeEventListener('mouseup', stop)
    root.removeEventListener('dragstart', stop)
    setDragging(false)
  }
  const move = (event: Event) => {
    // another program, or whoever else writes here, has changed the page meanwhile
    if (!(event instanceof MouseEvent) || event.buttons === 0 || !view.state.doc.eq(doc)) return stop()
    const here = cellUnder(view, event)
    const isChosen = view.state.selection instanceof CellSelection
    if (here === null || (here === anchor && !isChosen)) return
    setDragging(true)
    choose(view, anchor, here, event)
  }
  root.addEventListener('mousemove', move)
  root.addEventListener('mouseup', stop)
  root.addEventListener('dragstart', stop)
}

function choose(view: EditorView, anchor: number, head: number, event: MouseEvent): boolean {
  const chosen = CellSelection.between(view.state.doc, anchor, head)
  if (!chosen) return false
  event.preventDefault()
  if (!chosen.eq(view.state.selection)) view.dispatch(view.state.tr.setSelection(chosen))
  view.focus()
  return true
}

/** The place before the cell that the mouse is over. */
function cellUnder(view: EditorView, { clientX, clientY, target }: MouseEvent): number | null {
  if (!(target instanceof Element) || !view.dom.contains(target)) return null
  if (target.closest('[contenteditable="false"], button, input, select') !== null) return null
  const found = view.posAtCoords({ left: clientX, top: clientY })
  if (!found) return null
  const $at = view.state.doc.resolve(found.inside >= 0 ? found.inside + 1 : found.pos)
  for (let depth = $at.depth; depth > 0; depth--) if (isCell($at.node(depth))) return $at.before(depth)
  return null
}
