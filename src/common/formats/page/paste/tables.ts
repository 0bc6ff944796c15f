import type { Node as PageNode } from 'prosemirror-model'
import { bounds, tooComplex } from '../../../bounds'
import { partName, pageSchema } from '../schema'
import { loose } from './lists'

const { nodes } = pageSchema

/** A cell as it was copied. */
export interface CopiedCell {
  readonly content: readonly PageNode[]
  readonly header: boolean
  readonly columns: number
  /** 0: down to the end. */
  readonly rows: number
}

export interface CopiedRow {
  readonly part: string
  readonly cells: readonly CopiedCell[]
}

const empty: CopiedCell = { content: [], header: false, columns: 1, rows: 1 }

/**
 * Rows without merged cells: what one held stays in its first place, the others are empty.
 * @throws GalleyError too-complex for more cells than a page holds
 */
export function unmerged(rows: readonly CopiedRow[]): CopiedRow[] {
  const grid = rows.map(() => new Map<number, CopiedCell>())
  let count = 0
  rows.forEach(({ cells }, at) => {
    let column = 0
    for (const cell of cells) {
      while (grid[at]?.has(column)) column += 1
      const last = cell.rows === 0 ? rows.length : Math.min(rows.length, at + cell.rows)
      for (let row = at; row < last; row++)
        for (let beside = 0; beside < cell.columns; beside++) {
          count += 1
          if (count > bounds.pageModel.nodes) throw tooManyCells()
          grid[row]?.set(
            column + beside,
            row === at && beside === 0 ? cell : { ...empty, header: cell.header }
          )
        }
      column += cell.columns
    }
  })
  return rows.map(({ part }, at) => {
    const line = grid[at] ?? new Map<number, CopiedCell>()
    const width = Math.max(0, ...[...line.keys()].map((column) => column + 1))
    return { part, cells: Array.from({ length: width }, (_, column) => line.get(column) ?? empty) }
  })
}

const tooManyCells = () => tooComplex({ what: 'What was copied', of: 'cells', bound: bounds.pageModel.nodes })

/** A table of the text. */
export function tableOf(rows: readonly CopiedRow[]): PageNode {
  const parts: { tag: string; rows: PageNode[] }[] = []
  for (const { part, cells } of rows) {
    const made = nodes.table_row.create(
      null,
      cells.map(({ header, content }) => nodes.table_cell.create({ header }, cellContent(content)))
    )
    const last = parts.at(-1)
    if (last?.tag === partName(part)) last.rows.push(made)
    else parts.push({ tag: partName(part), rows: [made] })
  }
  return nodes.table.create(
    null,
    parts.map(({ tag, rows }) => nodes.table_part.create({ tag }, rows))
  )
}

/** A block of this class list with these rows. */
export function blockOf(classes: string, rows: readonly (readonly PageNode[])[]): PageNode {
  return nodes.block.create(
    { classes },
    rows.map((cells) => nodes.row.create(null, [...cells]))
  )
}

/** Rows as cells of a block. */
export const cellsOfRows = (rows: readonly CopiedRow[]): PageNode[][] =>
  rows.map(({ cells }) => cells.map(({ content }) => nodes.cell.create(null, cellContent(content))))

const cellContent = (content: readonly PageNode[]): PageNode[] =>
  content.length === 0 ? [nodes.paragraph.create({ bare: true })] : loose(content)

/**
 * The class list of the block that a table means to authors: its first row is one cell that reads
 * `Name (variant, variant)`. `null` for a table that is one.
 */
export function blockClasses(rows: readonly CopiedRow[]): string | null {
  const [first, ...others] = rows
  const [only, ...more] = first?.cells ?? []
  if (!only || more.length > 0 || others.length === 0 || only.header) return null
  const [line, ...lines] = only.content
  if (!line?.isTextblock || lines.length > 0 || !line.children.every(({ isText }) => isText)) return null
  const [, name = '', variants = ''] =
    /^([a-z][\w -]{0,60}?)\s*(?:\(([^()]{0,200})\))?$/i.exec(line.textContent.trim()) ?? []
  const words = [name, ...variants.split(',')].map(className).filter((word) => word !== '')
  return name === '' ? null : words.join(' ')
}

/** As sites name the folder of a block: `Section Metadata` is `section-metadata`. */
const className = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** A block has its place in a section alone: elsewhere it is a table whose first row names it. */
export function blockAsTable(block: PageNode): PageNode {
  const name = nodes.paragraph.create(null, pageSchema.text(String(block.attrs['classes']) || 'block'))
  const cell = (content: readonly PageNode[]): CopiedCell => ({ content, header: false, columns: 1, rows: 1 })
  return tableOf([
    { part: 'tbody', cells: [cell([name])] },
    ...block.children
      .filter(({ type }) => type === nodes.row)
      .map((row) => ({ part: 'tbody', cells: row.children.map(({ children }) => cell(children)) }))
  ])
}
