import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'
import { blockAsTable } from '../../../../../common/formats/page/paste'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { second } from '../commands/carried'
import { clearChosen } from '../commands/clear-chosen'
import { laidOutLike } from '../commands/pieces'

const { nodes } = pageSchema

type Sections = readonly (readonly Node[])[]

/**
 * Puts lines and blocks in the place of what is chosen. The line that the caret is in keeps its source, as
 * far as it stays: its first part takes what is pasted first, its second part stands behind what is pasted
 * last. Behind an item of a list lines become items; in a cell, a list or a quote a block is the table that
 * it reads as.
 */
export function placeSections(tr: Transaction, sections: Sections): Transaction {
  const { selection } = tr
  if (selection instanceof NodeSelection && selection.$from.parent.type === nodes.section)
    return putSections(tr, selection.from, selection.to, sections, 0)
  if (!selection.empty) clearChosen(tr)
  const { $from } = tr.selection
  if ($from.depth < 2 || !$from.parent.isTextblock) return placeBetween(tr, $from, sections)
  const holder = $from.node(-1)
  if (holder.type === nodes.section) return placeInLine(tr, $from, sections)
  const flow = sections.flat().map((node) => (node.type === nodes.block ? blockAsTable(node) : node))
  const items = holder.type === nodes.list_item && $from.index(-1) === 0 ? itemsOf(flow) : null
  return items ? placeItems(tr, $from, items) : placeInLine(tr, $from, [flow])
}

/** Words of one line, in the line that the caret is in. */
export function placeWords(tr: Transaction, words: Fragment): Transaction {
  const { from, to } = tr.selection
  tr.replaceWith(from, to, words)
  return tr.setSelection(Selection.near(tr.doc.resolve(from + words.size), -1))
}

function placeInLine(tr: Transaction, $at: ResolvedPos, sections: Sections): Transaction {
  const line = $at.parent
  const before = line.content.cut(0, $at.parentOffset)
  const after = line.content.cut($at.parentOffset)
  const made = sections.map((section) => [...section])
  const first = made[0]?.[0]
  const isJoined = first?.type === nodes.paragraph && (before.size > 0 || line.type !== nodes.paragraph)
  if (isJoined) made[0]?.splice(0, 1, line.copy(before.append(first.content)))
  else if (before.size > 0) made[0]?.unshift(line.copy(before))
  if (after.size > 0) addRest(made, line, after, isJoined || before.size > 0)
  return putSections(tr, $at.before(), $at.after(), made, after.size)
}

/** What stood behind the caret: at the end of the last line that was pasted, or on a line of its own. */
function addRest(made: Node[][], line: Node, after: Fragment, isSecond: boolean): void {
  const attrs = isSecond ? second(line) : line.attrs
  const section = made.at(-1)
  const last = section?.at(-1)
  const isFirstLine = made.length === 1 && section?.length === 1
  const joins = last?.type === nodes.paragraph && line.type === nodes.paragraph && !(isSecond && isFirstLine)
  if (joins) section?.splice(-1, 1, line.type.create(attrs, last.content.append(after)))
  else section?.push(line.type.create(attrs, after))
}

/** @param behind the size of what stands behind the caret in the last line */
function putSections(tr: Transaction, from: number, to: number, made: Sections, behind: number): Transaction {
  const $from = tr.doc.resolve(from)
  const { parent } = $from
  const size = made.reduce((sum, section) => sum + section.reduce((all, node) => all + node.nodeSize, 2), -2)
  if (made.length < 2) tr.replaceWith(from, to, [...(made[0] ?? [])])
  else {
    const whole = made.map((section) => nodes.section.create({ src: laidOutLike(parent) }, [...section]))
    tr.step(new ReplaceStep(from, to, new Slice(Fragment.fromArray(whole), 1, 1)))
  }
  const end = from + size
  return tr.setSelection(
    behind > 0
      ? TextSelection.create(tr.doc, end - 1 - behind)
      : Selection.near(tr.doc.resolve(Math.min(end, tr.doc.content.size)), -1)
  )
}

/** Between lines: there, or behind what cannot hold it. */
function placeBetween(tr: Transaction, $at: ResolvedPos, sections: Sections): Transaction {
  for (let depth = $at.depth; depth > 0; depth--) {
    const holder = $at.node(depth)
    const pos = depth === $at.depth ? $at.pos : $at.after(depth + 1)
    if (holder.type === nodes.section) return putSections(tr, pos, pos, sections, 0)
    if (holder.type.contentMatch.matchType(nodes.paragraph)) {
      const flow = sections.flat().map((node) => (node.type === nodes.block ? blockAsTable(node) : node))
      return putSections(tr, pos, pos, [flow], 0)
    }
  }
  const at = $at.depth === 0 ? $at.pos : $at.after(1)
  const whole = sections.map((section) => nodes.section.create(null, [...section]))
  tr.insert(at, whole)
  const end = at + whole.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1))
}

/**
 * Lines and lists as items of the list that they are pasted into; null where something else is among them, or
 * one line alone.
 */
function itemsOf(flow: readonly Node[]): readonly Node[] | null {
  const isList = (node: Node) => node.type === nodes.bullet_list || node.type === nodes.ordered_list
  if (!flow.every((node) => isList(node) || node.type === nodes.paragraph)) return null
  const items = flow.flatMap((node) =>
    isList(node)
      ? node.children.filter(({ type }) => type === nodes.list_item)
      : [nodes.list_item.create(null, nodes.paragraph.create({ bare: true }, node.content))]
  )
  return items.length > 0 && items.every(({ firstChild }) => firstChild?.type === nodes.paragraph)
    ? items
    : null
}

/**
 * The first item goes on where the caret is, the others stand behind that item; what was behind the caret
 * ends the last one.
 */
function placeItems(tr: Transaction, $at: ResolvedPos, items: readonly Node[]): Transaction {
  const [item, line] = [$at.node(-1), $at.parent]
  const before = line.content.cut(0, $at.parentOffset)
  const after = line.content.cut($at.parentOffset)
  const [first, ...others] = items
  const words = first?.firstChild?.content ?? Fragment.empty
  const isOnly = others.length === 0
  const start = before.append(words)
  const beside = [...(first?.children.slice(1) ?? []), ...item.children.slice(1)]
  const made = [
    item.copy(Fragment.fromArray([line.copy(isOnly ? start.append(after) : start), ...beside])),
    ...others
  ]
  const last = made.at(-1)
  if (!isOnly && after.size > 0 && last?.firstChild)
    made[made.length - 1] = last.copy(
      last.content.replaceChild(0, last.firstChild.copy(last.firstChild.content.append(after)))
    )
  const from = $at.before(-1)
  tr.replaceWith(from, $at.after(-1), made)
  const end = made.at(-1)
  const begin = from + made.reduce((sum, { nodeSize }) => sum + nodeSize, 0) - (end?.nodeSize ?? 0)
  return tr.setSelection(
    TextSelection.create(tr.doc, begin + 2 + (end?.firstChild?.content.size ?? 0) - after.size)
  )
}

/**
 * What was copied here and stands by itself (a block, a row, a section), where one of its kind can stand;
 * null for what is words.
 */
export function placeOwn(tr: Transaction, { content, openStart, openEnd }: Slice): Transaction | null {
  const { selection } = tr
  const kind = content.firstChild?.type.name ?? ''
  if (openStart > 0 || openEnd > 0 || selection instanceof NodeSelection || !selection.empty) return null
  const { $from } = selection
  const behind = (name: string): number | null => {
    for (let depth = $from.depth; depth > 0; depth--)
      if ($from.node(depth).type.name === name) return $from.after(depth)
    return null
  }
  // a block stands in a section alone
  const isDeep = kind === 'block' && $from.depth > 2
  const at = kind === 'section' || kind === 'row' ? behind(kind) : isDeep ? $from.after(2) : null
  if (at !== null) {
    tr.insert(at, content)
    return tr.setSelection(Selection.near(tr.doc.resolve(at + 1), 1))
  }
  const stands = kind === 'block' || kind === 'table' || kind === 'hr' || kind === 'island'
  return stands && $from.parent.isTextblock && $from.depth > 1 ? placeSections(tr, [content.content]) : null
}
