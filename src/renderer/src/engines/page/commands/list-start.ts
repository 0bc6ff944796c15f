import type { Command, EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../../common/formats/page/schema'
import type { Part } from '../parts/part-at'

const { ordered_list } = pageSchema.nodes

/** The innermost list with numbers that the caret is in; null where there is none. */
export function numberedListAt({ selection: { $from } }: EditorState): Part | null {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === ordered_list) return { node: $from.node(depth), pos: $from.before(depth) }
  return null
}

/** The list begins with this number; what else its tag says stays. */
export const startList =
  (start: number): Command =>
  (state, dispatch) => {
    const list = numberedListAt(state)
    if (!list || !Number.isSafeInteger(start) || list.node.attrs['start'] === start) return false
    dispatch?.(state.tr.setNodeAttribute(list.pos, 'start', start))
    return true
  }
