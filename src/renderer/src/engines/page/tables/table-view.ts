import type { NodeViewConstructor } from 'prosemirror-view'
import type { PageContext } from '../context'
import { element, speakAs } from '../views/parts'
import { partTools } from '../views/part-tools'
import { words } from '../words'
import './table.css'

/** A table of the text, with a handle and a menu that show when somebody points at it. */
export const tableView =
  (context: PageContext): NodeViewConstructor =>
  (node, view, getPos) => {
    const tools = partTools({ kind: 'table', name: words.tablePart, view, getPos, context, isOfCaret: true })
    const head = element(
      'div',
      { class: 'pe-table-tools', contenteditable: 'false' },
      tools.handle,
      tools.menu
    )
    const contentDOM = element('table')
    const dom = element('div', { class: 'pe-table' }, head, contentDOM)
    speakAs(dom, node)
    return {
      dom,
      contentDOM,
      update: (next) => {
        if (next.type !== node.type) return false
        speakAs(dom, next)
        return true
      },
      stopEvent: ({ target }) => target instanceof Node && head.contains(target),
      ignoreMutation: (change) =>
        change.type !== 'selection' && (head.contains(change.target) || change.target === dom)
    }
  }
