import { Fragment, type Node } from 'prosemirror-model'
import { NodeSelection, type EditorState } from 'prosemirror-state'
import { readPage } from '../../../../../common/formats/page/read'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { writePage } from '../../../../../common/formats/page/write'

const { nodes } = pageSchema
const [before, after] = ['<body><main><div>', '</div></main></body>']

/** The source of what is chosen: words of one line as a paragraph, else the whole lines and blocks of the section; null where nothing is. */
export function sourceOfChosen(state: EditorState): string | null {
  if (state.selection.empty) return null
  const chosen = chosenNodes(state)
  const reading = readPage(before + after)
  const section = 'refused' in reading ? null : reading.page.firstChild
  if (chosen.length === 0 || 'refused' in reading || !section) return null
  const source = writePage(reading.page.copy(Fragment.from(section.copy(Fragment.fromArray([...chosen])))))
  return source.slice(before.length, -after.length).trim()
}

function chosenNodes({ selection }: EditorState): readonly Node[] {
  const { $from, $to } = selection
  if (selection instanceof NodeSelection && selection.node.type === nodes.section)
    return selection.node.children
  if ($from.depth === 0) return []
  const line = $from.parent
  if (line.isTextblock && $from.sameParent($to) && selection.to - selection.from < line.content.size)
    return [nodes.paragraph.create(null, line.content.cut($from.parentOffset, $to.parentOffset))]
  const section = $from.node(1)
  const end = $to.depth > 0 && $to.node(1) === section ? $to.indexAfter(1) : section.childCount
  return section.children.slice($from.index(1), end)
}
