import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { hintOf } from '../../../../../common/formats/page/open'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { metadataKey } from '../../../../../common/publishing/page-metadata'
import { namesIn } from '../../../engines/page/block-names'
import { replaceText } from '../../../engines/page/commands/lines'
import { changePicture } from '../../../engines/page/images/place'
import { partAt, type Part } from '../../../engines/page/parts/part-at'

const { nodes } = pageSchema

/** What a block of metadata is about. */
export type MetadataOf = 'page' | 'section'

/** A row of metadata: a key as it is written, and what it says. */
export interface MetadataRow {
  /** Of the rows of its block, from 0. */
  readonly index: number
  readonly key: string
  /** The key as readers get it: `Page Title` is `page-title`. */
  readonly name: string
  readonly value: string
  /** The value is nothing but letters: it can be written in a field, and nothing of it is lost. */
  readonly isPlain: boolean
}

const blockNames: Readonly<Record<MetadataOf, string>> = { page: 'metadata', section: 'section-metadata' }

/** The metadata of the page, or of the section that the caret is in; null where there is none. */
export function metadataBlock(state: EditorState, of: MetadataOf): Part | null {
  if (of === 'section') {
    const section = partAt(state, ['section'])
    return section && blockIn(section.node, section.pos, of)
  }
  let pos = 0
  for (const section of state.doc.children) {
    const found = section.type === nodes.section ? blockIn(section, pos, of) : null
    if (found) return found
    pos += section.nodeSize
  }
  return null
}

function blockIn(section: Node, sectionPos: number, of: MetadataOf): Part | null {
  let pos = sectionPos + 1
  for (const node of section.children) {
    const isIt =
      node.type === nodes.block &&
      namesIn(String(node.attrs['classes'])).name.toLowerCase() === blockNames[of]
    if (isIt) return { node, pos }
    pos += node.nodeSize
  }
  return null
}

/** The rows of a block that have a key. */
export const rowsOf = (block: Node): MetadataRow[] =>
  block.children
    .filter(({ type }) => type === nodes.row)
    .flatMap((row, index) => {
      const [key, value] = cellsOf(row)
      const name = key ? metadataKey(key.textContent) : ''
      if (!key || name === '') return []
      return [
        {
          index,
          key: key.textContent.trim(),
          name,
          value: value ? (isPlain(value) ? value.textContent : valueOf(value)) : '',
          isPlain: !value || isPlain(value)
        }
      ]
    })

const cellsOf = (row: Node): readonly Node[] => row.children.filter(({ type }) => type === nodes.cell)

/** One line without formatting, or nothing. */
function isPlain(cell: Node): boolean {
  const [line, ...more] = cell.children
  if (!line) return true
  return (
    more.length === 0 &&
    line.type === nodes.paragraph &&
    line.children.every((node) => node.isText && node.marks.length === 0)
  )
}

/** The words of a value; of a picture its address. */
function valueOf(cell: Node): string {
  const parts: string[] = []
  cell.descendants((node) => {
    if (node.type === nodes.image) parts.push(String(node.attrs['url']))
    else if (node.type === nodes.island || node.type === nodes.inline_island)
      parts.push(String(node.attrs['raw']))
    else if (node.isTextblock && node.textContent.trim() !== '') parts.push(node.textContent.trim())
  })
  return parts.join(', ')
}

/**
 * Writes a value into a plain row of this key: only the letters that differ are replaced, and every other row
 * keeps its bytes.
 * @returns null where the row is another one by now
 */
export function withValue(
  state: EditorState,
  of: MetadataOf,
  { index, name }: Pick<MetadataRow, 'index' | 'name'>,
  value: string
): Transaction | null {
  const row = rowAt(state, of, index)
  const known = row && rowsOf(row.block.node).find((one) => one.index === index)
  if (!row || known?.name !== name || !known.isPlain) return null
  const [key, cell] = cellsOf(row.node)
  const { tr } = state
  if (!key) return null
  if (!cell) return tr.insert(row.pos + row.node.nodeSize - 1, nodes.cell.create(null, lineLike(key, value)))
  const at = cellPos(row, 1)
  const line = cell.firstChild
  if (!line) return tr.insert(at + 1, lineLike(key, value))
  const before = line.textContent
  const start = commonStart(before, value)
  const end = commonStart(reversed(before.slice(start)), reversed(value.slice(start)))
  const from = at + 2 + start
  const to = at + 2 + before.length - end
  const words = value.slice(start, value.length - end)
  return from === to && words === '' ? null : replaceText(tr, from, to, words)
}

/**
 * Writes the address of a picture into a row: into the one picture that its value is, or as plain words.
 * @returns null where the row is another one by now, or holds more
 */
export function withPicture(
  state: EditorState,
  of: MetadataOf,
  { index, name }: Pick<MetadataRow, 'index' | 'name'>,
  url: string
): Transaction | null {
  const row = rowAt(state, of, index)
  const [, cell] = row ? cellsOf(row.node) : []
  const at = row && cell ? pictureIn(cell, cellPos(row, 1)) : null
  if (!row || at === null) return withValue(state, of, { index, name }, url)
  if (rowsOf(row.block.node).find((one) => one.index === index)?.name !== name) return null
  return changePicture(state.tr, at, { url })
}

/** Where the picture stands that is all that a cell holds; null where it holds something else. */
function pictureIn(cell: Node, cellPosition: number): number | null {
  let found: number | null = null
  let isMore = false
  cell.descendants((node, pos) => {
    if (node.type === nodes.image && found === null) found = cellPosition + 1 + pos
    else if (node.isLeaf && !(node.isText && node.text?.trim() === '')) isMore = true
  })
  return isMore ? null : found
}

/**
 * A new row behind the others, laid out like the last of them; with a block of its own in the page's last
 * section, or in this one, where there is none.
 */
export function withRow(state: EditorState, of: MetadataOf, key: string, value: string): Transaction | null {
  const { tr } = state
  const block = metadataBlock(state, of)
  if (!block) {
    const section = of === 'section' ? partAt(state, ['section']) : lastSection(state.doc)
    if (!section) return null
    const made = nodes.block.create({ classes: blockNames[of] }, newRow(null, key, value))
    return tr.insert(section.pos + section.node.nodeSize - 1, made)
  }
  const last = block.node.children.filter(({ type }) => type === nodes.row).at(-1) ?? null
  return tr.insert(block.pos + block.node.nodeSize - 1, newRow(last, key, value))
}

/** Takes a row out; the block goes with its last one. */
export function withoutRow(
  state: EditorState,
  of: MetadataOf,
  { index, name }: Pick<MetadataRow, 'index' | 'name'>
): Transaction | null {
  const row = rowAt(state, of, index)
  if (!row || rowsOf(row.block.node).find((one) => one.index === index)?.name !== name) return null
  const { block } = row
  if (block.node.childCount === 1) return state.tr.delete(block.pos, block.pos + block.node.nodeSize)
  return state.tr.delete(row.pos, row.pos + row.node.nodeSize)
}

/** Where the value of a row is written in the page. */
export function placeOfValue(state: EditorState, of: MetadataOf, index: number): number | null {
  const row = rowAt(state, of, index)
  return row && cellPos(row, 1) + 1
}

interface RowPart extends Part {
  readonly block: Part
}

function rowAt(state: EditorState, of: MetadataOf, index: number): RowPart | null {
  const block = metadataBlock(state, of)
  if (!block) return null
  let pos = block.pos + 1
  let at = -1
  for (const node of block.node.children) {
    if (node.type === nodes.row) at += 1
    if (node.type === nodes.row && at === index) return { node, pos, block }
    pos += node.nodeSize
  }
  return null
}

function cellPos({ node, pos }: Part, which: number): number {
  let at = -1
  let place = pos + 1
  for (const child of node.children) {
    if (child.type === nodes.cell) at += 1
    if (at === which) return place
    place += child.nodeSize
  }
  return place
}

function lastSection(doc: Node): Part | null {
  let found: Part | null = null
  doc.forEach((node, pos) => {
    if (node.type === nodes.section) found = { node, pos }
  })
  return found
}

/** Of a row and its cells the blanks alone go over: what else their tags say is theirs. */
function newRow(like: Node | null, key: string, value: string): Node {
  const [keyCell, valueCell] = like ? cellsOf(like) : []
  const cell = (other: Node | undefined, text: string) =>
    nodes.cell.create({ src: blanksOf(other) }, lineLike(other, text))
  return nodes.row.create({ src: blanksOf(like ?? undefined) }, [cell(keyCell, key), cell(valueCell, value)])
}

function blanksOf(node: Node | undefined): { lead?: string; tail?: string } | null {
  const hint = node && hintOf(node)
  if (!hint) return null
  const { lead, tail } = hint
  return { ...(lead === undefined ? {} : { lead }), ...(tail === undefined ? {} : { tail }) }
}

/** A line with or without tags, as the one in the other cell; without where there is none. */
function lineLike(cell: Node | undefined, text: string): Node {
  const line = cell?.firstChild
  const bare = line?.type !== nodes.paragraph || line.attrs['bare'] === true
  const src = line?.type === nodes.paragraph ? blanksOf(line) : null
  return nodes.paragraph.create({ bare, src }, text === '' ? null : pageSchema.text(text))
}

const reversed = (text: string): string => [...text].reverse().join('')

function commonStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  // never between the two halves of one sign
  return at > 0 && /[\uD800-\uDBFF]/.test(one[at - 1] ?? '') ? at - 1 : at
}
