import { inputRules, InputRule, undoInputRule } from 'prosemirror-inputrules'
import { closeHistory } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import type { Command, EditorState, Plugin, Transaction } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { carried } from '../commands/carried'
import { becomeList, becomeQuote } from '../commands/lists'
import { askingSigns } from '../slash/asking'
import { becomeCode, cutSection, putRule } from '../commands/pieces'

const { nodes, marks } = pageSchema

/** What typed signs become (VE12). Each is one step, and Backspace right after it takes it back. */
export const typedSigns = (): Plugin => inputRules({ rules: [...rules, ...askingSigns] })

/** Backspace right after signs became something: they are signs again. */
export const signsAgain: Command = undoInputRule

/** Enter behind ```` ``` ```` and the name of a language: code. */
export const codeAtEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type !== nodes.paragraph || $from.parentOffset !== $from.parent.content.size)
    return false
  const [, language] = /^```([\w+#.-]{0,40})$/.exec(lineBefore(state)) ?? []
  const tr = language === undefined ? null : becomeCode(state.tr, language)
  if (!tr) return false
  const plugin = state.plugins.find(({ spec }) => 'isInputRules' in spec)
  const { pos } = $from
  if (plugin) tr.setMeta(plugin, { transform: tr, from: pos, to: pos, text: '' })
  dispatch?.(closeHistory(tr).scrollIntoView())
  return true
}

const lineBefore = ({ selection: { $from } }: EditorState): string =>
  $from.parent.textBetween(0, $from.parentOffset, null, '\ufffc')

type Act = (tr: Transaction, match: RegExpMatchArray) => Transaction | null

/** Signs at the start of a line: they go, and the line becomes something. */
const atStart = (pattern: RegExp, act: Act): InputRule =>
  new InputRule(pattern, (state, match, start, end) => {
    const { $from } = state.selection
    if ($from.parent.type !== nodes.paragraph && $from.parent.type !== nodes.heading) return null
    const tr = act(state.tr.delete(start, end), match)
    return tr && closeHistory(tr)
  })

const turned =
  (type: NodeType): Act =>
  (tr, match) => {
    const { $from } = tr.selection
    const attrs = { level: match[1]?.length ?? 1 }
    if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), type)) return null
    return tr.setNodeMarkup($from.before(), type, carried($from.parent, type, attrs))
  }

/** In an item these signs are words: a list in the same line would be another one. */
const outsideOfItems =
  (act: Act): Act =>
  (tr, match) =>
    tr.selection.$from.node(-1).type === nodes.list_item ? null : act(tr, match)

/** `---` begins a section; where there can be none, in a cell or an item, it is a line. */
const parted: Act = (tr) => {
  const { $from } = tr.selection
  if ($from.parent.content.size > 0) return null
  if ($from.depth !== 2 || $from.node(1).type !== nodes.section) return putRule(tr, true)
  return cutSection(tr, $from.before(), $from.after())
}

/** Signs on both sides of words: they go, and the words are marked. */
const around = (sign: string, type: MarkType, pattern: RegExp): InputRule =>
  new InputRule(
    pattern,
    (state, match, start, end) => {
      const inner = match[1] ?? ''
      if (type !== marks.code && isCodeBegun(match)) return null
      const open = start + match[0].length - inner.length - 2 * sign.length
      const { tr } = state
      tr.delete(open + sign.length + inner.length, end).delete(open, open + sign.length)
      tr.addMark(open, open + inner.length, type.create()).removeStoredMark(type)
      return closeHistory(tr)
    },
    { inCodeMark: false }
  )

/** Behind a backtick that waits for another one signs stay what they are. */
const isCodeBegun = ({ input = '', index = 0 }: RegExpMatchArray): boolean =>
  (input.slice(0, index + 1).match(/`/g)?.length ?? 0) % 2 === 1

const rules: readonly InputRule[] = [
  atStart(/^(#{1,6})\s$/, turned(nodes.heading)),
  atStart(
    /^[-*]\s$/,
    outsideOfItems((tr) => becomeList(tr, nodes.bullet_list))
  ),
  atStart(
    /^(\d{1,3})[.)]\s$/,
    outsideOfItems((tr, match) => becomeList(tr, nodes.ordered_list, { start: Number(match[1]) }))
  ),
  atStart(/^>\s$/, (tr) => becomeQuote(tr)),
  atStart(/^```([\w+#.-]{0,40})\s$/, (tr, match) =>
    tr.selection.$from.parent.content.size > 0 ? null : becomeCode(tr, match[1] ?? '')
  ),
  atStart(/^---$/, parted),
  around('**', marks.strong, /(?:^|[^*\\])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/),
  around('*', marks.em, /(?:^|[^*\p{L}\p{N}\\])\*([^\s*](?:[^*]*[^\s*])?)\*$/u),
  around('_', marks.em, /(?:^|[^_\p{L}\p{N}\\])_([^\s_](?:[^_]*[^\s_])?)_$/u),
  around('~~', marks.s, /(?:^|[^~\\])~~([^\s~](?:[^~]*[^\s~])?)~~$/),
  around('`', marks.code, /(?:^|[^`\\])`([^`]*[^\s`][^`]*)`$/)
]
