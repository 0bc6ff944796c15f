import type { Node } from 'prosemirror-model'
import { GapCursor } from 'prosemirror-gapcursor'
import type { Selection } from 'prosemirror-state'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * A click beside everything that stands in a section (between two blocks, above the first one, below the last
 * one) puts the caret there, where the browser would take the nearest cell: what is typed then is a line of
 * its own.
 */
export const clickBetween = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        mousedown(view, event) {
          const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey
          if (!isPlain || !view.editable || !isGround(view, event.target)) return false
          const pos = placeAt(view, event.clientY)
          if (pos === null) return false
          const { tr } = view.state
          // where a line can be reached from there, it is that line
          const chosen = new GapCursor(tr.doc.resolve(pos)).map(tr.doc, tr.mapping)
          if (!(chosen instanceof GapCursor)) return false
          event.preventDefault()
          view.dispatch(tr.setSelection(chosen as Selection))
          view.focus()
          return true
        }
      }
    }
  })

const isGround = ({ dom }: EditorView, target: EventTarget | null): boolean =>
  target === dom || (target instanceof Element && target.matches('.pe-section, .pe-section-content'))

/** The place in the nearest section before the first child that begins below this height. */
function placeAt(view: EditorView, y: number): number | null {
  const section = nearestBelow(view, view.state.doc, 0, y)
  if (!section) return null
  const within = nearestBelow(view, section.node, section.pos + 1, y)
  if (!within) return section.pos + 1
  return within.isAbove ? within.pos + within.node.nodeSize : within.pos
}

/** The last child whose middle is above this height, or the first one. */
function nearestBelow(view: EditorView, parent: Node, start: number, y: number) {
  let found: { readonly node: Node; readonly pos: number; readonly isAbove: boolean } | null = null
  parent.forEach((node, offset) => {
    const drawn = view.nodeDOM(start + offset)
    if (!(drawn instanceof Element)) return
    const { top, bottom } = drawn.getBoundingClientRect()
    const isAbove = parent === view.state.doc ? top <= y : (top + bottom) / 2 <= y
    if (isAbove || found === null) found = { node, pos: start + offset, isAbove }
  })
  return found as { readonly node: Node; readonly pos: number; readonly isAbove: boolean } | null
}
