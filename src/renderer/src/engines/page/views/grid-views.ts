import type { NodeViewConstructor } from 'prosemirror-view'
import { dirAndLangOf } from '../../../../../common/formats/page/dir-and-lang'
import type { PageContext } from '../context'
import { words } from '../words'
import { isOwnAttribute } from './labels'
import { element } from './parts'
import { partTools } from './part-tools'
import { whenSeen } from './when-seen'

/** A row of a block: its cells beside each other, as many as it has, and a handle. */
export const rowView =
  (context: PageContext): NodeViewConstructor =>
  (node, view, getPos) => {
    const tools = element('div', { class: 'pe-row-tools', contenteditable: 'false' })
    const contentDOM = element('div', { class: 'pe-cells' })
    const dom = element('div', { class: 'pe-row', role: 'group', ...dirAndLangOf(node) }, tools, contentDOM)
    whenSeen(dom, () => {
      const { handle } = partTools({
        kind: 'row',
        name: words.rowPart,
        view,
        getPos,
        context,
        isMenu: true
      })
      tools.append(handle)
    })
    return {
      dom,
      contentDOM,
      stopEvent: ({ target }) => target instanceof Node && tools.contains(target),
      ignoreMutation: (change) =>
        change.type !== 'selection' &&
        (tools.contains(change.target) || isOwnAttribute(change, dom, contentDOM))
    }
  }

export const cellView: NodeViewConstructor = (node) => {
  const dom = element('div', { class: 'pe-cell', role: 'group', ...dirAndLangOf(node) })
  return {
    dom,
    contentDOM: dom,
    ignoreMutation: (change) => change.type !== 'selection' && isOwnAttribute(change, dom)
  }
}
