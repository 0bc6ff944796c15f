import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Command } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import type { Finding } from './findings'

const key = new PluginKey<DecorationSet>('checks')

/** Marks what was found in this page; of another page by now it marks nothing. */
export const markFindings =
  (of: Node, findings: readonly Finding[]): Command =>
  (state, dispatch) => {
    const before = key.getState(state)?.find() ?? []
    if (state.doc !== of) return false
    const isSame =
      before.length === findings.length &&
      before.every(({ from, to }, at) => findings[at]?.from === from && findings[at].to === to)
    if (!isSame) dispatch?.(state.tr.setMeta(key, findings).setMeta('addToHistory', false))
    return !isSame
  }

/** Draws what was found; it goes along with what is written until the page is looked through again. */
export const findingMarks = (): Plugin =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const told: readonly Finding[] | undefined = tr.getMeta(key)
        if (!told) return tr.docChanged ? before.map(tr.mapping, tr.doc) : before
        return DecorationSet.create(
          tr.doc,
          told.map(({ from, to, message }) =>
            Decoration.inline(from, to, { class: 'pe-check', title: visibleText(message) })
          )
        )
      }
    },
    props: { decorations: (state) => key.getState(state) }
  })
