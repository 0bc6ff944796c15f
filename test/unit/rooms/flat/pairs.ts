import { joinBackward, toggleMark } from 'prosemirror-commands'
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { splitLine, turnInto, typeText } from '../../../../src/renderer/src/engines/page/commands/lines'
import { liftOut, nestItem, toList, toQuote } from '../../../../src/renderer/src/engines/page/commands/lists'
import { splitSection } from '../../../../src/renderer/src/engines/page/commands/pieces'
import { addCell, addRow, movePart } from '../../../../src/renderer/src/engines/page/parts/part-commands'
import { addTableColumn, addTableRow } from '../../../../src/renderer/src/engines/page/tables/table-commands'

const { nodes, marks } = pageSchema

/** What two people do at the same time, neither of whom sees the other. */
export interface Pair {
  readonly name: string
  readonly one: Deed
  readonly other: Deed
  /** The words that somebody has typed. */
  readonly words: readonly string[]
  /** What there is once, though both made it. */
  readonly once?: string
}

type Deed = (state: EditorState) => EditorState

/** The caret behind the first place where these words stand. */
export function at(words: string): Deed {
  return (state) => {
    let place = -1
    state.doc.descendants((node, pos) => {
      const found = node.text?.indexOf(words) ?? -1
      if (place < 0 && found >= 0) place = pos + found + words.length
    })
    if (place < 0) throw new Error(`no ${words} in ${state.doc.textContent}`)
    return state.apply(state.tr.setSelection(TextSelection.create(state.doc, place)))
  }
}

const chosen =
  (words: string): Deed =>
  (state) => {
    const end = at(words)(state).selection.head
    return state.apply(state.tr.setSelection(TextSelection.create(state.doc, end - words.length, end)))
  }

/** The block of some kind around these words, chosen as a whole. */
const around =
  (words: string, kind: string): Deed =>
  (state) => {
    const { $head } = at(words)(state).selection
    for (let depth = $head.depth; depth > 0; depth -= 1)
      if ($head.node(depth).type.name === kind)
        return state.apply(state.tr.setSelection(NodeSelection.create(state.doc, $head.before(depth))))
    throw new Error(`no ${kind} around ${words}`)
  }

const start: Deed = (state) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, state.selection.$head.start())))

const does = (command: Command, ...steps: Deed[]): Deed => {
  return (state) => {
    let now = steps.reduce((before, step) => step(before), state)
    if (!command(now, (tr) => (now = now.apply(tr)))) throw new Error('the command does nothing')
    return now
  }
}

const types =
  (words: string, behind: string): Deed =>
  (state) => {
    const now = at(behind)(state)
    return now.apply(typeText(now, words))
  }

const deletes: Command = (state, dispatch) => (dispatch?.(state.tr.deleteSelection()), true)
const heading = (level: number) => turnInto(nodes.heading, { level })

export const pairPage = `<main>
  <div>
    <h1>Tides</h1>
    <p>first words here</p>
    <p>second words here</p>
    <ul><li>thin rope</li><li>thick rope</li></ul>
    <blockquote><p>quoted words</p></blockquote>
    <div class="cards"><div><div>left cell</div><div>right cell</div></div><div><div>under left</div></div></div>
    <table><tr><td>Monday</td><td>six</td></tr><tr><td>Tuesday</td><td>seven</td></tr></table>
    <p>last words</p>
  </div>
</main>
`

const word = 'NEU'
const typing = (behind: string) => ({ other: types(word, behind), words: [word] })

/** The sixteen. */
export const pairs: readonly Pair[] = [
  {
    name: 'one joins two paragraphs, the other types in the second',
    one: does(joinBackward, at('second'), start),
    ...typing('second wo')
  },
  {
    name: 'one turns a paragraph into a heading, the other types in it',
    one: does(heading(2), at('first')),
    ...typing('first wo')
  },
  {
    name: 'one wraps a paragraph in a list, the other types in it',
    one: does(toList(nodes.bullet_list), at('first')),
    ...typing('first wo')
  },
  {
    name: 'one wraps a paragraph in a quote, the other types in it',
    one: does(toQuote, at('second')),
    ...typing('second wo')
  },
  {
    name: 'one lifts a quoted line, the other types in it',
    one: does(liftOut, at('quoted')),
    ...typing('quoted wo')
  },
  {
    name: 'one nests an item of a list, the other types in it',
    one: does(nestItem, at('thick')),
    ...typing('thick ro')
  },
  {
    name: 'one moves a block, the other types in it',
    one: does(movePart(-1), around('left cell', 'block')),
    ...typing('right ce')
  },
  {
    name: 'one splits a paragraph, the other types behind the place',
    one: does(splitLine, at('first wo')),
    ...typing('first words he')
  },
  {
    name: 'one splits a section, the other types in its second half',
    one: does(splitSection, at('quoted')),
    ...typing('last wo')
  },
  {
    name: 'one deletes a paragraph, the other types in it',
    one: does(deletes, around('second', 'paragraph')),
    ...typing('second wo')
  },
  {
    name: 'one deletes a row of a block, the other types in a cell of it',
    one: does(deletes, around('right cell', 'row')),
    ...typing('right ce')
  },
  {
    name: 'one adds a row to a block, the other a cell to the row before and types in it',
    one: does(addRow('after'), at('right cell')),
    other: (state) => {
      const now = does(addCell, at('right cell'))(state)
      return now.apply(typeText(now, word))
    },
    words: [word]
  },
  {
    name: 'one adds a column to a table, the other a row, and both type',
    one: (state) => types('EINS', 'Mon')(does(addTableColumn('after'), at('six'))(state)),
    other: (state) => types('ZWEI', 'Tues')(does(addTableRow('after'), at('seven'))(state)),
    words: ['EINS', 'ZWEI']
  },
  {
    name: 'one makes words bold, the other types in them',
    one: does(toggleMark(marks.strong), chosen('first words')),
    ...typing('first wo')
  },
  {
    name: 'both turn a paragraph into a heading, of two levels, and type',
    one: (state) => types('EINS', 'first')(does(heading(2), at('first'))(state)),
    other: (state) => types('ZWEI', 'first')(does(heading(3), at('first'))(state)),
    words: ['EINS', 'ZWEI'],
    once: 'words here'
  },
  {
    name: 'one deletes a whole section, the other types in a cell of it',
    one: does(deletes, around('first', 'section')),
    ...typing('under le')
  }
]
