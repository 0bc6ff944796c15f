import type { NodeViewConstructor } from 'prosemirror-view'
import type { PageContext } from '../context'
import { words } from '../words'
import { isOwnAttribute, labelParts } from './labels'
import { element, speakAs } from './parts'
import { partTools } from './part-tools'

/** A section: a card with a label that shows when somebody points at it. */
export const sectionView =
  (context: PageContext): NodeViewConstructor =>
  (node, view, getPos) => {
    const label = element('span', { class: 'pe-section-name' })
    const tools = partTools({ kind: 'section', name: words.section(), view, getPos, context })
    const head = element(
      'div',
      { class: 'pe-section-head', contenteditable: 'false' },
      tools.handle,
      label,
      tools.menu
    )
    const contentDOM = element('div', { class: 'pe-section-content', 'data-empty': words.emptySection })
    const dom = element('section', { class: 'pe-section', role: 'group' }, head, contentDOM)
    speakAs(dom, node)
    labelParts(view)
    return {
      dom,
      contentDOM,
      update: (next) => {
        if (next.type !== node.type) return false
        speakAs(dom, next)
        labelParts(view)
        return true
      },
      stopEvent: ({ target }) => target instanceof Node && head.contains(target),
      ignoreMutation: (change) =>
        change.type !== 'selection' &&
        (head.contains(change.target) || isOwnAttribute(change, dom, contentDOM))
    }
  }
