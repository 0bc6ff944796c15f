import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { settledLine } from '../../../../common/formats/page/inline'

/**
 * A page from elsewhere with the line that the caret is in as it was typed, where it says the same: a blank at its end is in no file, and
 * the next word needs it.
 */
export function withTypedLine({ selection: { $head } }: EditorState, next: Node): Node {
  const { parent, depth } = $head
  if (!parent.isTextblock || parent.type.spec.code === true) return next
  const path = Array.from({ length: depth }, (_, at) => $head.index(at))
  return withLineAt(next, path, parent)
}

function withLineAt(node: Node, [at, ...rest]: readonly number[], typed: Node): Node {
  if (at === undefined) {
    const isSame = node.type === typed.type && settledLine(node.content).eq(settledLine(typed.content))
    return isSame ? node.copy(typed.content) : node
  }
  const child = node.maybeChild(at)
  return child ? node.copy(node.content.replaceChild(at, withLineAt(child, rest, typed))) : node
}
