import { Fragment, type Node as PageNode } from 'prosemirror-model'
import { pageSchema } from '../../formats/page/schema'
import type { DeltaRun } from './delta'
import { saidBy } from './embeds'
import { formatsOf, marksOf, wellFormed, type Formats } from './formats'
import { insideOf, lastBefore, lineEnd, renewAround, shiftBehind, type Place, type Projection } from './place'

/** What happened to a text, as Yjs tells it. */
export type TextDelta = readonly DeltaRun[]

/**
 * Takes what others have typed into the page, where it is letters in lines: only these lines become others.
 * @returns false where it is more: the page has to be read anew then, whatever was taken already
 */
export function followed(projection: Projection, delta: TextDelta): boolean {
  let at = 0
  for (const { insert, retain, delete: remove, attributes } of delta) {
    if (typeof insert === 'string') {
      if (!typed(projection, at, insert, attributes)) return false
      at += insert.length
    } else if (insert !== undefined) return false
    else if (remove !== undefined) {
      if (!changed(projection, at, remove, () => [])) return false
    } else {
      const length = retain ?? 0
      if (attributes && !changed(projection, at, length, (nodes) => nodes.map(formatted(attributes))))
        return false
      at += length
    }
  }
  return true
}

function typed(projection: Projection, at: number, text: string, formats: Formats | undefined): boolean {
  const place = lineAt(projection, at)
  if (!place || wellFormed(text) !== text) return false
  const marks = place.node.type.spec.code === true ? [] : marksOf(formats)
  return exchange(projection, place, at, at, [pageSchema.text(text, marks)])
}

function changed(
  projection: Projection,
  at: number,
  length: number,
  become: (nodes: readonly PageNode[]) => PageNode[]
): boolean {
  const place = lineAt(projection, at + 1)
  if (!place || at < insideOf(place) || at + length > lineEnd(place)) return false
  const from = at - insideOf(place)
  const old = place.node.content.cut(from, from + length).content
  if (place.node.type.spec.code === true || old.some((node) => !node.isText)) return false
  return exchange(projection, place, at, at + length, become(old))
}

const formatted = (change: Formats) => (node: PageNode) => {
  const formats = { ...formatsOf(node.marks), ...change }
  return node.mark(marksOf(formats))
}

/** The line that letters at an index of the text are of; null where they would be of none that is written. */
function lineAt({ places }: Projection, at: number): Place | null {
  const place = places[lastBefore(places, at)]
  if (!place?.embed || !place.node.isTextblock || at > lineEnd(place)) return null
  // code with a picture in it is shown as something else
  const isAsSaid = place.node.type.name !== 'paragraph' || saidBy(place.embed).type.name !== 'code_block'
  return isAsSaid ? place : null
}

function exchange(
  projection: Projection,
  place: Place,
  from: number,
  to: number,
  by: readonly PageNode[]
): boolean {
  const inside = insideOf(place)
  const { node } = place
  const [before, after] = [node.content.cut(0, from - inside), node.content.cut(to - inside)]
  // a letter of two signs that was cut is another one now
  if (isCut(before.lastChild?.text?.slice(-1)) || isCut(after.firstChild?.text?.slice(0, 1))) return false
  const content = before.append(Fragment.fromArray([...by])).append(after)
  shiftBehind(projection, place, content.size - node.content.size)
  place.node = node.copy(content)
  renewAround(place)
  return true
}

const isCut = (sign: string | undefined): boolean => sign !== undefined && wellFormed(sign) !== sign
