import type { Node, ResolvedPos } from 'prosemirror-model'
import { NodeSelection, type EditorState } from 'prosemirror-state'

/** A node and where it stands. */
export interface Part {
  readonly node: Node
  readonly pos: number
}

/**
 * The innermost part of one of these kinds that is chosen, or that the caret is in; null where there is none.
 */
export function partAt({ selection, doc }: EditorState, kinds: readonly string[]): Part | null {
  if (selection instanceof NodeSelection && kinds.includes(selection.node.type.name))
    return { node: selection.node, pos: selection.from }
  const $at = doc.resolve(selection.from)
  for (let depth = $at.depth; depth > 0; depth--)
    if (kinds.includes($at.node(depth).type.name)) return { node: $at.node(depth), pos: $at.before(depth) }
  return null
}

/**
 * What moves as one when the caret is here: what is chosen, a row of a block or table, an item of a list,
 * else whatever stands directly in the section.
 */
export function movable(state: EditorState): Part | null {
  const { selection } = state
  if (selection instanceof NodeSelection && !selection.node.isInline)
    return { node: selection.node, pos: selection.from }
  const $at = state.doc.resolve(selection.from)
  for (let depth = $at.depth; depth > 0; depth--) {
    const node = $at.node(depth)
    const isUnit =
      node.type.name === 'row' ||
      node.type.name === 'table_row' ||
      node.type.name === 'list_item' ||
      isIn($at, depth - 1, 'section')
    if (isUnit) return { node, pos: $at.before(depth) }
  }
  return null
}

const isIn = ($at: ResolvedPos, depth: number, name: string): boolean => $at.node(depth).type.name === name
