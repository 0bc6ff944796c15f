import type { Node } from 'prosemirror-model'
import {
  NodeSelection,
  Plugin,
  PluginKey,
  TextSelection,
  type EditorState,
  type Selection,
  type Transaction
} from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { SearchedPlace } from './places'

/**
 * A find: where it is in the page, and in the text of its place. For `text` both are the letters themselves.
 */
export interface Found {
  readonly kind: SearchedPlace['kind']
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  readonly groups: readonly string[]
}

/** A stretch of the page. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** What was found in a page, and which of it is looked at. */
interface Finding {
  /** The page in which it was found: places are those of this one. */
  readonly of: Node | null
  readonly found: readonly Found[]
  /** Index in `found`; -1 while none is looked at. */
  readonly at: number
  /** Only here is looked; null for everywhere. It goes along with what it holds. */
  readonly scope: readonly Range[] | null
  readonly drawn: DecorationSet
}

type Told = Partial<Pick<Finding, 'found' | 'at' | 'scope'>>

const key = new PluginKey<Finding>('finding')
const nothing: Finding = { of: null, found: [], at: -1, scope: null, drawn: DecorationSet.empty }

/** What was found in this state of a page. */
export const findingOf = (state: EditorState | null): Finding => (state && key.getState(state)) ?? nothing

/** Tells the page what was found in it, and draws that. */
export const withFound = (tr: Transaction, found: readonly Found[], at: number): Transaction =>
  tr.setMeta(key, { found, at } satisfies Told).setMeta('addToHistory', false)

/** Looks at one of the finds: it is chosen, and scrolled to. */
export const lookingAt = (tr: Transaction, at: number, found: Found): Transaction =>
  tr
    .setSelection(selectionOf(tr.doc, found))
    .setMeta(key, { at } satisfies Told)
    .scrollIntoView()

/** Nothing is looked for any more. */
export const withoutFound = (tr: Transaction): Transaction =>
  tr.setMeta(key, { found: [], at: -1, scope: null } satisfies Told).setMeta('addToHistory', false)

/** Looks only here from now on. */
export const within = (tr: Transaction, scope: readonly Range[] | null): Transaction =>
  tr.setMeta(key, { scope } satisfies Told).setMeta('addToHistory', false)

function selectionOf(doc: Node, { kind, from, to }: Found): Selection {
  return kind === 'island' || kind === 'description'
    ? NodeSelection.create(doc, from)
    : TextSelection.create(doc, from, to)
}

/** Keeps what was found while the page changes, and marks it. */
export const finding = (): Plugin<Finding> =>
  new Plugin<Finding>({
    key,
    state: { init: () => nothing, apply: applied },
    props: { decorations: (state) => key.getState(state)?.drawn ?? null }
  })

function applied(tr: Transaction, before: Finding): Finding {
  const told = tr.getMeta(key) as Told | undefined
  const now = moved(tr, before)
  if (told === undefined)
    return tr.selectionSet && now.at >= 0 ? { ...now, at: -1, drawn: drawn(tr.doc, now.found, -1) } : now
  const { found = now.found, at = now.at, scope = now.scope } = told
  const of = told.found ? tr.doc : now.of
  return { of, found, at, scope, drawn: drawn(tr.doc, of === tr.doc ? found : [], at) }
}

/** What is drawn and where is looked goes along; the finds themselves wait to be looked for again. */
function moved(tr: Transaction, before: Finding): Finding {
  if (!tr.docChanged || before === nothing) return before
  const scope =
    before.scope?.map(({ from, to }) => ({ from: tr.mapping.map(from, -1), to: tr.mapping.map(to, 1) })) ??
    null
  return { ...before, scope, drawn: before.drawn.map(tr.mapping, tr.doc) }
}

function drawn(doc: Node, found: readonly Found[], at: number): DecorationSet {
  if (found.length === 0) return DecorationSet.empty
  return DecorationSet.create(
    doc,
    found.map(({ kind, from, to }, index) => {
      const attributes = { class: index === at ? 'pe-found pe-found-now' : 'pe-found' }
      return kind === 'island'
        ? Decoration.node(from, to, attributes)
        : Decoration.inline(from, to, attributes)
    })
  )
}
