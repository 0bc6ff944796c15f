import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Command } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import { tokensIn, type Token } from '../../../../../common/formats/page/tokens'
import { drawnAfter } from '../touched'
import { words } from '../words'

/** What a token stands for; null while nobody knows. */
export type TokenValue =
  | { readonly kind: 'words'; readonly text: string }
  /** A picture as a `data:` address. */
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'unknown'; readonly why: string }
  | null

type Lookup = (token: Token) => TokenValue

interface Drawn {
  readonly lookup: Lookup
  readonly drawn: DecorationSet
}

const key = new PluginKey<Drawn>('tokens')

/** Letters of a value that are shown in the line, and that its hint has. */
const SHOWN = 60
const HINT = 400

/** Draws what tokens stand for by this from now on. */
export const showTokens =
  (lookup: Lookup): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setMeta(key, lookup).setMeta('addToHistory', false))
    return true
  }

/**
 * Draws placeholders and icons with what they stand for (VE25). They are letters of their line and stay so:
 * the value is no node, and the caret walks through the letters.
 */
export const tokenDrawing = (): Plugin =>
  new Plugin<Drawn>({
    key,
    state: {
      init: (_, { doc }) => begun(doc, () => null),
      apply(tr, before) {
        const told: Lookup | undefined = tr.getMeta(key)
        if (told) return begun(tr.doc, told)
        if (!tr.docChanged) return before
        const { lookup } = before
        return {
          lookup,
          drawn: drawnAfter(tr, before.drawn, (from, to) => drawnIn(tr.doc, lookup, from, to))
        }
      }
    },
    props: { decorations: (state) => key.getState(state)?.drawn ?? null }
  })

const begun = (doc: Node, lookup: Lookup): Drawn => ({
  lookup,
  drawn: DecorationSet.create(doc, drawnIn(doc, lookup))
})

function drawnIn(doc: Node, lookup: Lookup, from = 0, to = doc.content.size): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, pos, parent) => {
    if (!node.isText || parent?.type.spec.code || node.marks.some(({ type }) => type.name === 'code')) return
    for (const token of tokensIn(node.text ?? '')) {
      const [start, end] = [pos + token.from, pos + token.to]
      const value = lookup(token)
      const look = { title: hintOf(token, value), class: value?.kind === 'unknown' ? 'pe-unknown' : '' }
      const last = shownAs(value)
      // two pieces that do not overlap: what it stands for is drawn once, behind the last letter
      found.push(
        Decoration.inline(start, end - 1, { ...look, class: `pe-token ${look.class}` }),
        Decoration.inline(end - 1, end, {
          ...look,
          ...last,
          class: `pe-token pe-token-end ${look.class} ${last.class}`
        })
      )
    }
  })
  return found
}

function hintOf({ kind, name }: Token, value: TokenValue): string {
  const said =
    value?.kind === 'unknown'
      ? value.why
      : words[kind](name, value?.kind === 'words' ? shortened(value.text, HINT) : '')
  return visibleText(said)
}

function shownAs(value: TokenValue): { readonly class: string } & Readonly<Record<string, string>> {
  if (value === null) return { class: '' }
  if (value.kind === 'picture')
    return { class: 'pe-token-picture', style: `--token-picture: url("${value.url}")` }
  const text = value.kind === 'unknown' ? '?' : visibleText(shortened(value.text, SHOWN))
  return { class: 'pe-token-value', 'data-value': text }
}

function shortened(text: string, most: number): string {
  const line = text.slice(0, 2 * most).replace(/\s+/g, ' ')
  // never between the two halves of one sign
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}
