import type { Mark, Node } from 'prosemirror-model'

/**
 * A text of a page that can be searched, and where it lies. `text` is a run of letters; `link` the address of
 * one; `description` that of a picture; `island` a source that is not taken apart.
 */
export interface SearchedPlace {
  readonly kind: 'text' | 'link' | 'description' | 'island'
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * The texts of a page, in its order.
 * @param isDeep also addresses of links, descriptions of pictures, and all of the source of islands; else of
 * those the words alone
 */
export function searchedPlaces(doc: Node, isDeep: boolean): SearchedPlace[] {
  const places: SearchedPlace[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'island') places.push(islandPlace(node, pos, isDeep))
    if (node.isTextblock) addLine(places, node, pos + 1, isDeep)
    return !node.isTextblock
  })
  return places
}

function addLine(places: SearchedPlace[], line: Node, start: number, isDeep: boolean): void {
  let text = ''
  let from = start
  const flush = (end: number) => {
    if (text !== '') places.push({ kind: 'text', from, to: from + text.length, text })
    text = ''
    from = end
  }
  line.forEach((node, offset) => {
    const pos = start + offset
    if (node.isText) text += node.text ?? ''
    else if (node.type.name === 'hard_break') text += '\n'
    else {
      // no find reaches over a picture: replacing it would take the picture along
      flush(pos + node.nodeSize)
      if (node.type.name === 'inline_island') places.push(islandPlace(node, pos, isDeep))
      const alt: unknown = node.attrs['alt']
      if (isDeep && typeof alt === 'string')
        places.push({ kind: 'description', from: pos, to: pos + node.nodeSize, text: alt })
    }
  })
  flush(start + line.content.size)
  if (isDeep) places.push(...linksIn(line, start))
}

/** Each link of a line once, however many pieces its words are in. */
function linksIn(line: Node, start: number): SearchedPlace[] {
  const links: SearchedPlace[] = []
  let last: { mark: Mark; from: number; to: number } | null = null
  const flush = () => {
    if (last)
      links.push({ kind: 'link', from: last.from, to: last.to, text: String(last.mark.attrs['href']) })
    last = null
  }
  line.forEach((node, offset) => {
    const mark = node.marks.find(({ type }) => type.name === 'link')
    const [from, to] = [start + offset, start + offset + node.nodeSize]
    if (mark && last?.mark.eq(mark)) last = { ...last, to }
    else {
      flush()
      last = mark ? { mark, from, to } : null
    }
  })
  flush()
  return links
}

function islandPlace(node: Node, pos: number, isDeep: boolean): SearchedPlace {
  const raw = String(node.attrs['raw'])
  // as long as before, so that places stay what they are
  const words =
    isDeep || raw.startsWith('<!--') ? raw : raw.replace(/<[^<>]*>/g, (tag) => '\0'.repeat(tag.length))
  return { kind: 'island', from: pos, to: pos + node.nodeSize, text: words }
}
