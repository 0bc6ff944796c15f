import { keyOf } from '../../../workbench/commands/key-rules'
import { Plugin, TextSelection } from 'prosemirror-state'
import { dropPoint } from 'prosemirror-transform'
import type { EditorView } from 'prosemirror-view'
import { Slice } from 'prosemirror-model'
import { draggedPaths } from '../../tree/dragged-paths'
import { givePictures } from '../images/given'
import { copy } from './copy'
import { isAsText, saying } from './notice'
import { pasteTransfer, transferOf } from './paste'

/** Copy, cut, paste and drop of a page. Nothing that comes from elsewhere is read by the browser. */
export function pageClipboard(): Plugin {
  let isShift = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        copy,
        cut: copy,
        keydown: (_view, event) => {
          isShift = event.shiftKey && keyOf(event).toLowerCase() === 'v'
          return false
        },
        keyup: () => {
          isShift = false
          return false
        },
        paste: (view, event) => {
          if (!view.editable || !event.clipboardData || view.composing) return false
          event.preventDefault()
          const asText = isShift || isAsText(view.state)
          if (isAsText(view.state)) view.dispatch(saying(view.state.tr, null))
          givePictures(view, pasteTransfer(view, transferOf(event.clipboardData), asText))
          return true
        },
        drop: (view, event) => drop(view, event)
      }
    }
  })
}

/** What is dragged here from elsewhere is pasted where it falls. */
function drop(view: EditorView, event: DragEvent): boolean {
  const { dataTransfer } = event
  if (!view.editable || view.dragging || !dataTransfer || event.defaultPrevented) return false
  const transfer = transferOf(dataTransfer)
  // files and entries of the tree come in by another door
  if (transfer.files.length > 0 || draggedPaths(dataTransfer)) return false
  if (transfer.html === '' && transfer.text === '') return false
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!found) return false
  event.preventDefault()
  const at = dropPoint(view.state.doc, found.pos, Slice.empty) ?? found.pos
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at))))
  view.focus()
  givePictures(view, pasteTransfer(view, transfer, event.shiftKey))
  return true
}
