import type { Node, ResolvedPos } from 'prosemirror-model'
import { NodeSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { insertPoint } from 'prosemirror-transform'
import { pageSchema, type Focal } from '../../../../../common/formats/page/schema'
import type { Part } from '../parts/part-at'

const { nodes } = pageSchema

/** What is said of a picture that comes into the page. */
interface PictureSaid {
  readonly url: string
  readonly alt: string | null
}

/**
 * Puts a picture into the page: into the line at the place, or, where none is, on a line of its own.
 * @returns where it stands; null where none can
 */
export function placePicture(tr: Transaction, at: number, said: PictureSaid): number | null {
  const $at = tr.doc.resolve(Math.min(at, tr.doc.content.size))
  if (takesPicture($at)) {
    tr.insert($at.pos, nodes.image.create(said, null, $at.marks()))
    return $at.pos
  }
  const place = lineFor(tr.doc, $at)
  if (place === null) return null
  const { parent } = tr.doc.resolve(place)
  // as people write a cell that is a picture
  const bare = parent.type === nodes.cell && parent.childCount === 0
  tr.insert(place, nodes.paragraph.create({ bare }, nodes.image.create(said)))
  return place + 1
}

const takesPicture = ({ parent }: ResolvedPos): boolean =>
  parent.inlineContent && parent.type !== nodes.code_block

function lineFor(doc: Node, $at: ResolvedPos): number | null {
  if (!$at.parent.inlineContent) return insertPoint(doc, $at.pos, nodes.paragraph) ?? inFirstSection(doc)
  return insertPoint(doc, $at.after(), nodes.paragraph)
}

/** In a page of sections alone a place between them is none to write at. */
function inFirstSection(doc: Node): number | null {
  let place: number | null = null
  doc.forEach((node, offset) => {
    if (place === null && node.type === nodes.section) place = offset + node.nodeSize - 1
  })
  return place
}

/** The picture that is chosen; null where none is. */
export function chosenPicture({ selection }: EditorState): Part | null {
  return selection instanceof NodeSelection && selection.node.type === nodes.image
    ? { node: selection.node, pos: selection.from }
    : null
}

interface PictureChange {
  readonly url?: string
  readonly alt?: string | null
  readonly focal?: Focal | null
}

/** Makes a picture say something else; what its source says besides stays. */
export function changePicture(tr: Transaction, at: number, change: PictureChange): Transaction {
  for (const [name, value] of Object.entries(change)) tr.setNodeAttribute(at, name, value)
  return tr
}
