import { closeHistory } from 'prosemirror-history'
import { InputRule } from 'prosemirror-inputrules'
import { GapCursor } from 'prosemirror-gapcursor'
import {
  Plugin,
  PluginKey,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction
} from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { isComposing, isEscape } from '../../../components/keys'

/**
 * What is asked for in the text: with `/` anything that can be added, with `[[` a page to link to, with `{{`
 * a placeholder, with `:` an icon.
 */
type AskedKind = 'anything' | 'page' | 'placeholder' | 'icon'

export interface Asked {
  readonly kind: AskedKind
  /** Where the sign stands, and where the words behind it end: the caret. */
  readonly from: number
  readonly to: number
  /** What was typed behind the sign. */
  readonly query: string
}

/** A key that belongs to what is offered, while something is asked for: `preventDefault` takes it. */
export const ASKED_KEY = 'pe-asked-key'

const signs: Readonly<Record<AskedKind, string>> = {
  anything: '/',
  page: '[[',
  placeholder: '{{',
  icon: ':'
}
/** What ends asking when it is typed. */
const ends: Readonly<Record<AskedKind, RegExp>> = {
  anything: /^\s|\n|\]\]/,
  page: /^\s|\n|\]\]/,
  placeholder: /^\s|\n|[{}]/,
  icon: /[^a-z0-9_-]/i
}
const keys = new Set(['ArrowUp', 'ArrowDown', 'Enter', 'Tab', 'PageUp', 'PageDown'])
/** Nobody searches for more. */
const LONGEST = 60

interface Begun {
  readonly kind: AskedKind
  readonly from: number
}

const asking = new PluginKey<Begun | null>('asking')

/** What somebody asks for at the caret, if anything. */
export function askedAt(state: EditorState | null): Asked | null {
  const begun = state && asking.getState(state)
  return begun ? askedFrom(state, begun) : null
}

function askedFrom({ selection, doc }: EditorState, { kind, from }: Begun): Asked | null {
  const { $from, empty, from: to } = selection
  const sign = signs[kind]
  if (!empty || to < from + sign.length || from < $from.start() || !$from.parent.inlineContent) return null
  const typed = doc.textBetween(from, to, '\n', '\n')
  const query = typed.slice(sign.length)
  const isOver = query.length > LONGEST || ends[kind].test(query)
  return typed.startsWith(sign) && !isOver ? { kind, from, to, query } : null
}

/** Signs that ask, anywhere in a line; not in code. */
export const askingSigns: readonly InputRule[] = [
  sign('anything', /(?:^|\s|\ufffc)\/$/),
  sign('page', /\[\[$/),
  sign('placeholder', /\{\{$/),
  // with two letters: a colon alone is punctuation
  sign('icon', /(?:^|[^\p{L}\p{N}_:/]):[a-z][a-z0-9_-]$/iu)
]

function sign(kind: AskedKind, pattern: RegExp): InputRule {
  return new InputRule(
    pattern,
    (state, { 0: all }, start, end) => {
      const at = all.lastIndexOf(signs[kind])
      return asked(state, kind, start + at, end, all.slice(at))
    },
    { undoable: false, inCodeMark: false }
  )
}

/**
 * The sign in this place; on a line of its own where there is none, as in a new page. Null where none can
 * stand.
 */
function asked(
  state: EditorState,
  kind: AskedKind,
  from: number,
  to: number,
  typed = signs[kind]
): Transaction | null {
  const { tr, storedMarks, schema, selection } = state
  const $from = tr.doc.resolve(from)
  if ($from.parent.inlineContent) {
    const text = schema.text(typed, storedMarks ?? $from.marks())
    return tr.replaceWith(from, to, text).setMeta(asking, { kind, from } satisfies Begun)
  }
  const { paragraph } = pageSchema.nodes
  if (!(selection instanceof GapCursor)) return null
  if (!$from.parent.canReplaceWith($from.index(), $from.index(), paragraph)) return null
  tr.insert(from, paragraph.create(null, schema.text(typed, storedMarks)))
  tr.setSelection(TextSelection.create(tr.doc, from + 1 + typed.length))
  return tr.setMeta(asking, { kind, from: from + 1 } satisfies Begun)
}

/** Asks as the sign does, where the caret is. */
export const ask =
  (kind: AskedKind): Command =>
  (state, dispatch) => {
    const { $from, from, to } = state.selection
    const tr = $from.parent.type.spec.code ? null : asked(state, kind, from, to)
    if (tr) dispatch?.(tr.scrollIntoView())
    return tr !== null
  }

/** What was typed stays, and asks no more. */
export const askNoMore: Command = (state, dispatch) => {
  dispatch?.(state.tr.setMeta(asking, null))
  return true
}

/** Does something in the place of what asked for it, in one step. */
export const insteadOf =
  ({ from, to }: Asked, command: Command): Command =>
  (state, dispatch) => {
    const tr = closeHistory(state.tr.delete(from, to).setMeta(asking, null))
    const done = command(state.apply(tr), (next) => {
      for (const step of next.steps) tr.step(step)
      // what was taken may ask for something itself
      tr.setMeta(asking, next.getMeta(asking) ?? null)
      tr.setSelection(next.selection.getBookmark().resolve(tr.doc))
    })
    dispatch?.(tr.scrollIntoView())
    return done
  }

/** Follows what is typed behind a sign, and hands keys to what is offered. */
export const askingPlugin = (): Plugin =>
  new Plugin<Begun | null>({
    key: asking,
    state: {
      init: () => null,
      apply(tr, before, _old, state) {
        const told: Begun | null | undefined = tr.getMeta(asking)
        if (told !== undefined) return told
        if (before === null) return null
        const from = tr.mapping.mapResult(before.from, 1)
        const now = { ...before, from: from.pos }
        return !from.deletedAfter && askedFrom(state, now) ? now : null
      }
    },
    props: {
      handleKeyDown(view, event) {
        if (!askedAt(view.state) || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey)
          return false
        if (isEscape(event)) return askNoMore(view.state, view.dispatch)
        if (!keys.has(event.key) || event.shiftKey) return false
        const told = new CustomEvent(ASKED_KEY, { detail: event.key, cancelable: true, bubbles: true })
        return !view.dom.dispatchEvent(told)
      },
      handleDOMEvents: {
        // what was asked for belongs to where the keyboard is
        blur: (view) => {
          if (!view.isDestroyed && askedAt(view.state)) askNoMore(view.state, view.dispatch)
          return false
        }
      }
    }
  })
