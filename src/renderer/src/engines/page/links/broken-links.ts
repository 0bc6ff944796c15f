import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Command } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { drawnAfter } from '../touched'
import { words } from '../words'

interface Broken {
  readonly addresses: ReadonlySet<string>
  readonly drawn: DecorationSet
}

const key = new PluginKey<Broken>('broken links')
const none: Broken = { addresses: new Set(), drawn: DecorationSet.empty }

/** Underlines links with these addresses, which lead nowhere. */
export const markBroken =
  (addresses: ReadonlySet<string>): Command =>
  (state, dispatch) => {
    const now = key.getState(state)?.addresses ?? none.addresses
    const isSame = now.size === addresses.size && [...addresses].every((one) => now.has(one))
    if (!isSame) dispatch?.(state.tr.setMeta(key, addresses).setMeta('addToHistory', false))
    return !isSame
  }

/** Draws the links that lead nowhere. Of a change only the lines that it touches are looked at. */
export const brokenLinks = (): Plugin =>
  new Plugin<Broken>({
    key,
    state: {
      init: () => none,
      apply(tr, before) {
        const told: ReadonlySet<string> | undefined = tr.getMeta(key)
        if (told) return { addresses: told, drawn: DecorationSet.create(tr.doc, drawnIn(tr.doc, told)) }
        if (!tr.docChanged || before.addresses.size === 0) return before
        const { addresses } = before
        return {
          ...before,
          drawn: drawnAfter(tr, before.drawn, (from, to) => drawnIn(tr.doc, addresses, from, to))
        }
      }
    },
    props: { decorations: (state) => key.getState(state)?.drawn ?? null }
  })

function drawnIn(doc: Node, addresses: ReadonlySet<string>, from = 0, to = doc.content.size): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    const mark = node.isInline ? node.marks.find(({ type }) => type.name === 'link') : undefined
    if (mark && addresses.has(String(mark.attrs['href'])))
      found.push(Decoration.inline(pos, pos + node.nodeSize, { class: 'pe-broken', title: words.brokenLink }))
  })
  return found
}
