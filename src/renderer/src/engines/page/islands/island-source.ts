import type { Node } from 'prosemirror-model'
import { NodeSelection, Plugin, Selection, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { readFragment, readInLine } from '../../../../../common/formats/page/fragment'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema, type NodeName } from '../../../../../common/formats/page/schema'
import { readsBack } from '../../../../../common/formats/page/settled'
import { isEnter } from '../../../components/keys'

const { nodes } = pageSchema

/** The island that is chosen; null for anything else. */
export function chosenIsland({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection && isIsland(selection.node) ? selection.node : null
}

const isIsland = (node: Node) => node.type === nodes.island || node.type === nodes.inline_island

/**
 * Puts another source in the place of an island: exactly that text is written. What it is read as, it
 * becomes.
 * @returns `gone` when the island is not in the page any more, `broken` when the source would not stay what
 * it is there
 */
export function withSource(
  state: EditorState,
  island: Node,
  source: string
): Transaction | 'gone' | 'broken' {
  const pos = placeOfNode(state.doc, island)
  if (pos === null) return 'gone'
  const { tr } = state
  const { parent } = state.doc.resolve(pos)
  const made = island.isInline
    ? inLine(source, island)
    : withLead(readFragment(source, kindOf(parent)), island)
  if (!made) return 'broken'
  tr.replaceWith(pos, pos + island.nodeSize, made)
  if (!holdsAll(tr, pos, made)) return 'broken'
  return tr.setSelection(chosenAt(tr, pos)).scrollIntoView()
}

/**
 * Puts a source behind the line that the caret is in, or in its place where it is empty.
 * @returns as `withSource`
 */
export function withNewSource(state: EditorState, source: string): Transaction | 'broken' {
  const { $to } = state.selection
  const { tr } = state
  const depth = $to.parent.isTextblock ? $to.depth - 1 : $to.depth
  const holder = $to.node(depth)
  const made = readFragment(source, kindOf(holder))
  if (!made) return 'broken'
  const isEmpty = $to.parent.isTextblock && $to.parent.content.size === 0
  const at = !$to.parent.isTextblock ? $to.pos : isEmpty ? $to.before() : $to.after()
  // laid out as what stands there
  const like = $to.parent.isTextblock ? hintOf($to.parent) : null
  const placed = made.map((node, index) => (index > 0 ? node : leadLike(node, like?.lead)))
  if (isEmpty) tr.delete(at, at + $to.parent.nodeSize)
  tr.insert(at, placed)
  if (!holdsAll(tr, at, placed)) return 'broken'
  return tr.setSelection(chosenAt(tr, at)).scrollIntoView()
}

const kindOf = (node: Node): NodeName => {
  const kinds: readonly string[] = Object.keys(pageSchema.nodes)
  const name = node.type.name
  return kinds.includes(name) ? (name as NodeName) : 'section'
}

/**
 * What was put there stands there, and the whole page is read as it: what a source is may hang on what is
 * around it, as on a doctype.
 */
function holdsAll({ doc }: Transaction, pos: number, made: readonly Node[]): boolean {
  let at = pos
  return (
    made.every((node) => {
      const is = doc.nodeAt(at)?.type === node.type
      at += node.nodeSize
      return is
    }) && readsBack(doc)
  )
}

function chosenAt({ doc }: Transaction, pos: number): Selection {
  const node = doc.nodeAt(pos)
  return node && isIsland(node) ? NodeSelection.create(doc, pos) : Selection.near(doc.resolve(pos))
}

/** The first keeps the blanks that stand before the island. */
const withLead = (made: readonly Node[] | null, island: Node): readonly Node[] | null =>
  made && made.map((node, index) => (index > 0 ? node : leadLike(node, hintOf(island)?.lead)))

function leadLike(node: Node, lead: string | undefined): Node {
  const { lead: _own, ...rest } = hintOf(node) ?? {}
  const src = lead === undefined ? { ...rest } : { lead, ...rest }
  return node.type.create({ ...node.attrs, src }, node.content, node.marks)
}

function inLine(source: string, island: Node): readonly Node[] | null {
  const line = readInLine(source)
  return (
    line &&
    line.content.map((node) => node.mark(island.marks.reduce((set, mark) => mark.addToSet(set), node.marks)))
  )
}

function placeOfNode(doc: Node, wanted: Node): number | null {
  let found: number | null = null
  doc.descendants((node, pos) => {
    if (node === wanted) found ??= pos
    return found === null
  })
  return found
}

/** Enter, or a double click, on an island asks for its source. */
export const islandEditing = (): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) =>
        isEnter(event) &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        chosenIsland(view.state) !== null &&
        ask(view),
      handleDoubleClickOn: (view, _pos, node) => isIsland(node) && ask(view)
    }
  })

/** The name under which the page is told that somebody wants the source of what is chosen. */
export const SOURCE_ASKED = 'pe-source'

function ask(view: EditorView): boolean {
  view.dom.dispatchEvent(new Event(SOURCE_ASKED, { bubbles: true }))
  return true
}
