import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * The caret while the keyboard leaves and comes back. Where the browser moved it last is where it is found
 * again: the event that tells of it comes later than a key that opens something, above all in a window that
 * is held up. And it is there at once: a browser that is given the focus begins at the top of the page, and a
 * letter would be written there.
 */
export function lastCaret(): Plugin {
  let isPointed = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        blur: (view) => {
          takeCaret(view)
          return false
        },
        // End moves the caret, and in a window that is held up Enter comes before the event that tells of it
        keydown: (view, { target }) => {
          if (target === view.dom) takeCaret(view)
          return false
        },
        pointerdown: () => {
          // the pointer says where it is to be
          isPointed = true
          setTimeout(() => (isPointed = false))
          return false
        },
        focus: (view) => {
          if (!isPointed)
            queueMicrotask(() => {
              if (!view.isDestroyed && view.hasFocus()) view.focus()
            })
          return false
        }
      }
    }
  })
}

/**
 * The caret is where the browser has put it, also where the event that tells of it has not come yet: what is
 * drawn before that would put it back.
 */
export function takeCaret(view: EditorView): void {
  const { state, dom, composing, isDestroyed } = view
  if (isDestroyed || composing || !(state.selection instanceof TextSelection)) return
  const chosen = dom.ownerDocument.getSelection()
  const anchor = placeOf(view, chosen?.anchorNode, chosen?.anchorOffset)
  const head = placeOf(view, chosen?.focusNode, chosen?.focusOffset)
  if (anchor === null || head === null) return
  const { selection, doc } = state
  if (anchor === selection.anchor && head === selection.head) return
  view.dispatch(state.tr.setSelection(TextSelection.create(doc, anchor, head)))
}

/** Null: not in a text of the page. */
function placeOf(view: EditorView, node: Node | null | undefined, offset = 0): number | null {
  if (!node || !view.dom.contains(node)) return null
  const place = view.posAtDOM(node, offset)
  return view.state.doc.resolve(place).parent.inlineContent ? place : null
}
