import { history, undo, undoDepth } from 'prosemirror-history'
import { joinBackward, joinForward, toggleMark } from 'prosemirror-commands'
import type { Mark, Node as PageNode } from 'prosemirror-model'
import { EditorState, Selection, TextSelection, type Command } from 'prosemirror-state'
import { pageSchema } from '../../../src/common/formats/page/schema'
import { copied } from '../../../src/renderer/src/engines/page/commands/carried'
import { deleteBack, deleteOn } from '../../../src/renderer/src/engines/page/commands/joins'
import {
  replaceText,
  splitLine,
  turnInto,
  typeText,
  withoutMarks
} from '../../../src/renderer/src/engines/page/commands/lines'
import {
  liftItem,
  liftOut,
  nestItem,
  toList,
  toQuote
} from '../../../src/renderer/src/engines/page/commands/lists'
import { islandsInPlace } from '../../../src/renderer/src/engines/page/islands/in-place'
import { addRule, breakLine, splitSection } from '../../../src/renderer/src/engines/page/commands/pieces'
import { fc } from '../../support/properties'

const { nodes, marks } = pageSchema

/** One thing that a person does, at a share of the page. */
export interface Edit {
  readonly kind: keyof typeof acts
  readonly at: number
  readonly length: number
  readonly text: string
}

const share = fc.double({ min: 0, max: 1, noNaN: true })

const kinds: readonly Edit['kind'][] = [
  'type',
  'type',
  'type',
  'replace',
  'cut',
  'split',
  'split',
  'joinBack',
  'joinNext',
  'bold',
  'italic',
  'link',
  'unlink',
  'clear',
  'heading',
  'paragraph',
  'code',
  'bullets',
  'numbers',
  'quote',
  'lift',
  'remove',
  'move',
  'copy',
  'variant',
  'alt',
  'paste'
]

const ofKinds = (some: readonly Edit['kind'][]): fc.Arbitrary<readonly Edit[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...some),
      at: share,
      length: fc.nat(12),
      text: fc.constantFrom(
        'x',
        'new words ',
        ' ',
        '<b>&amp;',
        '\u00a0',
        '日本',
        '👩‍🚒',
        '  two  ',
        '&',
        'a<!--'
      )
    }),
    { minLength: 1, maxLength: 12 }
  )

export const edits = ofKinds(kinds)

/** With what is done to lists and between lines. */
export const writing = ofKinds([
  ...kinds,
  'nest',
  'nest',
  'unnest',
  'break',
  'rule',
  'part',
  'bullets',
  'backspace',
  'backspace',
  'delete'
])

/** A page that is being edited. */
export const opened = (doc: PageNode): EditorState =>
  EditorState.create({ doc, plugins: [history(), islandsInPlace()] })

/** What somebody has done, each as a step of its own. */
export function edited(state: EditorState, done: readonly Edit[]): EditorState {
  return done.reduce((before, edit) => {
    let now = chosen(before, edit)
    acts[edit.kind](edit)(now, (tr) => (now = now.apply(tr.setTime(tr.time + 10_000))))
    return now
  }, state)
}

/** Takes all of it back. */
export function takenBack(state: EditorState): EditorState {
  let now = state
  while (undoDepth(now) > 0 && undo(now, (tr) => (now = now.apply(tr))));
  return now
}

function chosen(state: EditorState, { at, length }: Edit): EditorState {
  const { doc } = state
  const from = Math.floor(at * doc.content.size)
  const start = Selection.near(doc.resolve(from)).from
  const $end = doc.resolve(Math.min(start + length, doc.content.size))
  const selection = TextSelection.between(doc.resolve(start), $end)
  return state.apply(state.tr.setSelection(selection).setMeta('addToHistory', false))
}

/** On what lies around the caret: a line, a block, a row, a cell, a section, or an island. */
const onNode =
  (
    act: (node: PageNode, pos: number) => (state: EditorState) => EditorState['tr'] | null,
    pick: number
  ): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    if ($from.depth === 0) return false
    const depth = 1 + (pick % $from.depth)
    const tr = act($from.node(depth), $from.before(depth))(state)
    if (tr) dispatch?.(tr)
    return tr !== null
  }

/** The caret in the first, or the last place of the line that it is in. */
function caretAt(state: EditorState, of: 'start' | 'end'): EditorState {
  const { $from } = state.selection
  const place = state.doc.resolve(of === 'start' ? $from.start() : $from.end())
  return state.apply(state.tr.setSelection(Selection.near(place)))
}

const acts = {
  type:
    ({ text }) =>
    (state, dispatch) => (dispatch?.(typeText(state, text)), true),
  replace:
    ({ text }) =>
    (state, dispatch) => {
      const { from, to, $from, $to } = state.selection
      if ($from.parent !== $to.parent || !$from.parent.inlineContent) return false
      dispatch?.(replaceText(state.tr, from, to, text))
      return true
    },
  cut: () => (state, dispatch) => (dispatch?.(state.tr.deleteSelection()), true),
  split: () => splitLine,
  joinBack: () => (state, dispatch) => {
    const start = state.selection.$from.start()
    const at = state.apply(state.tr.setSelection(Selection.near(state.doc.resolve(start))))
    return joinBackward(at, dispatch && ((tr) => dispatch(tr)))
  },
  joinNext: () => (state, dispatch) => {
    const end = state.selection.$from.end()
    const at = state.apply(state.tr.setSelection(Selection.near(state.doc.resolve(end))))
    return joinForward(at, dispatch)
  },
  backspace: () => (state, dispatch) => deleteBack(caretAt(state, 'start'), dispatch),
  delete: () => (state, dispatch) => deleteOn(caretAt(state, 'end'), dispatch),
  bold: () => toggleMark(marks.strong),
  italic: () => toggleMark(marks.em),
  link: () => toggleMark(marks.link, { href: '/linked?a=1&b="2"' }),
  unlink: () => toggleMark(marks.link),
  clear: () => (state, dispatch) => {
    const { from, to } = state.selection
    dispatch?.(withoutMarks(state.tr, from, to))
    return true
  },
  heading: ({ length }) => turnInto(nodes.heading, { level: 1 + (length % 6) }),
  paragraph: () => turnInto(nodes.paragraph),
  code: () => turnInto(nodes.code_block),
  bullets: () => toList(nodes.bullet_list),
  numbers: () => toList(nodes.ordered_list),
  quote: () => toQuote,
  nest: () => nestItem,
  unnest: () => liftItem,
  break: () => breakLine,
  rule: () => addRule,
  part: () => splitSection,
  lift: () => liftOut,
  remove: ({ length }) => onNode((node, pos) => (state) => state.tr.delete(pos, pos + node.nodeSize), length),
  move: ({ length }) =>
    onNode(
      (node, pos) => (state) => {
        const $pos = state.doc.resolve(pos)
        const before = $pos.nodeBefore
        if (!before) return null
        return state.tr.delete(pos, pos + node.nodeSize).insert(pos - before.nodeSize, node)
      },
      length
    ),
  copy: ({ length }) =>
    onNode((node, pos) => (state) => state.tr.insert(pos + node.nodeSize, copied(node)), length),
  variant: () =>
    onNode(
      (node, pos) => (state) => {
        const classes = `${String(node.attrs['classes'])} wide`
        return node.type === nodes.block ? state.tr.setNodeAttribute(pos, 'classes', classes) : null
      },
      1
    ),
  alt:
    ({ text }) =>
    (state, dispatch) => {
      let at = -1
      state.doc.descendants((node, pos) => void (node.type === nodes.image && (at = pos)))
      if (at < 0) return false
      dispatch?.(state.tr.setNodeAttribute(at, 'alt', text))
      return true
    },
  paste:
    ({ text }) =>
    (state, dispatch) => {
      if (!state.selection.$from.parent.inlineContent) return false
      const line = (mark: Mark) => nodes.paragraph.create(null, pageSchema.text(text, [mark]))
      const slice = nodes.section
        .create(null, [line(marks.strong.create()), line(marks.em.create())])
        .slice(1)
      dispatch?.(state.tr.replaceSelection(slice))
      return true
    }
} satisfies Record<string, (edit: Edit) => Command>
