import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import type { PageContext, PartKind } from '../context'
import { words } from '../words'
import { startDrag } from './drag'
import { button } from './parts'

interface PartToolsOptions {
  readonly kind: PartKind
  readonly name: string
  readonly view: EditorView
  readonly getPos: () => number | undefined
  readonly context: PageContext
  /** The menu is about where the caret is in it, so that stays there. */
  readonly isOfCaret?: true
  /** A click on the handle opens the menu, where there is no room for a button of its own. */
  readonly isMenu?: true
}

/** The handle by which a part is dragged, and the button of its menu. */
export function partTools({ kind, name, view, getPos, context, isMenu, isOfCaret }: PartToolsOptions) {
  const handle = button('pe-handle', words.handle(name))
  handle.title = visibleText(isMenu ? words.handleHintWithMenu : words.handleHint)
  const menu = button('pe-menu', words.menu(name))
  const choose = () => {
    const pos = getPos()
    if (pos === undefined) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
    view.focus()
  }
  const ask = (beside: HTMLElement) => {
    const { selection } = view.state
    const pos = getPos() ?? 0
    const end = pos + (view.state.doc.nodeAt(pos)?.nodeSize ?? 0)
    if (!isOfCaret || selection.from <= pos || selection.to >= end) choose()
    const { left, bottom } = beside.getBoundingClientRect()
    context.askMenu({ kind, at: { x: left, y: bottom } })
  }
  handle.addEventListener('pointerdown', (event) => {
    const pos = getPos()
    if (event.button !== 0 || pos === undefined || !view.editable) return
    event.preventDefault()
    startDrag(view, pos, event, context.say)
  })
  handle.addEventListener('click', () => (isMenu ? ask(handle) : choose()))
  menu.addEventListener('click', () => ask(menu))
  return { handle, menu }
}
