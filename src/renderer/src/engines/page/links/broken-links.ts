import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Command } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { drawnAfter } from '../touched'

/** Addresses that lead nowhere, each with why. */
export type BrokenAddresses = ReadonlyMap<string, string>

interface Broken {
  readonly addresses: BrokenAddresses
  readonly drawn: DecorationSet
}

const key = new PluginKey<Broken>('broken links')
const none: Broken = { addresses: new Map(), drawn: DecorationSet.empty }

/** Marks links and pictures with these addresses, which lead nowhere. */
export const markBroken =
  (addresses: BrokenAddresses): Command =>
  (state, dispatch) => {
    const now = key.getState(state)?.addresses ?? none.addresses
    const isSame = now.size === addresses.size && [...addresses].every(([one, why]) => now.get(one) === why)
    if (!isSame) dispatch?.(state.tr.setMeta(key, addresses).setMeta('addToHistory', false))
    return !isSame
  }

/** Draws the links and pictures that lead nowhere. Of a change only the lines that it touches are looked at. */
export const brokenLinks = (): Plugin =>
  new Plugin<Broken>({
    key,
    state: {
      init: () => none,
      apply(tr, before) {
        const told: BrokenAddresses | undefined = tr.getMeta(key)
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

function drawnIn(doc: Node, addresses: BrokenAddresses, from = 0, to = doc.content.size): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    const mark = node.isInline ? node.marks.find(({ type }) => type.name === 'link') : undefined
    const why = mark && addresses.get(String(mark.attrs['href']).trim())
    if (why !== undefined)
      found.push(Decoration.inline(pos, pos + node.nodeSize, { class: 'pe-broken', title: why }))
    const missing = node.type.name === 'image' ? addresses.get(String(node.attrs['url']).trim()) : undefined
    if (missing !== undefined)
      found.push(Decoration.node(pos, pos + node.nodeSize, { class: 'pe-broken', title: missing }))
  })
  return found
}
