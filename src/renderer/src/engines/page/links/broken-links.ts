import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Command, type Transaction } from 'prosemirror-state'
import { AddMarkStep, RemoveMarkStep } from 'prosemirror-transform'
import { Decoration, DecorationSet } from 'prosemirror-view'
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
        return { ...before, drawn: touched(tr, before) }
      }
    },
    props: { decorations: (state) => key.getState(state)?.drawn ?? null }
  })

function touched(tr: Transaction, { addresses, drawn }: Broken): DecorationSet {
  let next = drawn.map(tr.mapping, tr.doc)
  tr.steps.forEach((step, at) => {
    const rest = tr.mapping.slice(at + 1)
    const again = (start: number, end: number) => {
      const from = Math.max(0, rest.map(start, -1) - 1)
      const to = Math.min(tr.doc.content.size, rest.map(end, 1) + 1)
      next = next.remove(next.find(from, to)).add(tr.doc, drawnIn(tr.doc, addresses, from, to))
    }
    // what only takes or puts marks moves nothing
    if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) again(step.from, step.to)
    else step.getMap().forEach((_from, _to, start, end) => again(start, end))
  })
  return next
}

function drawnIn(doc: Node, addresses: ReadonlySet<string>, from = 0, to = doc.content.size): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    const mark = node.isInline ? node.marks.find(({ type }) => type.name === 'link') : undefined
    if (mark && addresses.has(String(mark.attrs['href'])))
      found.push(Decoration.inline(pos, pos + node.nodeSize, { class: 'pe-broken', title: words.brokenLink }))
  })
  return found
}
