import { childPointer, type Pointer } from '../schema'
import { blank, cutArray, cutObject } from '../json/pieces'
import { stopOf } from '../formats/core/stop'
import { readLines } from '../formats/page/diff/read-lines'
import { readJson } from '../formats/json/read'

/** What an offset of a text lies in, so that it can be asked who changed it last (D16). */
interface BlockAt {
  readonly index: number
  /** The element; `#text` for bare text. */
  readonly element: string
  /** The name of a block, from its class. */
  readonly name: string | null
  /** What is read in it, in one line. */
  readonly text: string
}

/**
 * The block of a page's source at an offset, or the nearest one before it; null where there is none.
 * @throws GalleyError too-large
 */
export function blockAt(source: string, offset: number): BlockAt | null {
  const { blocks } = readLines(source, stopOf())
  let found = -1
  blocks.forEach(({ range }, index) => {
    if (range && range.start <= offset) found = index
  })
  const block = blocks[found]
  if (!block) return null
  const text = block.lines.map(({ runs }) => runs.map((run) => run.text).join('')).join(' ')
  return { index: found, element: block.element, name: block.name, text: text.replace(/\s+/g, ' ').trim() }
}

/**
 * The innermost field or item of a JSON text at an offset; its own name or comma counts to it. Null when the
 * text is no JSON.
 */
export function fieldAt(text: string, offset: number): Pointer | null {
  if (readJson(text) === undefined) return null
  let pointer: Pointer = ''
  let start = blank(text, 0)
  for (;;) {
    const found = childAt(text, start, offset)
    if (!found) return pointer
    pointer = childPointer(pointer, found.key)
    start = found.start
  }
}

function childAt(
  text: string,
  start: number,
  offset: number
): { readonly key: string | number; readonly start: number } | null {
  const sign = text[start]
  if (sign !== '{' && sign !== '[') return null
  let found: { readonly key: string | number; readonly start: number } | null = null
  if (sign === '{') {
    const { members, end } = cutObject(text, start)
    if (offset >= end) return null
    for (const { key, keyStart, start: value } of members)
      if (keyStart <= offset) found = { key, start: value }
    return found
  }
  const { items, end } = cutArray(text, start)
  if (offset >= end) return null
  items.forEach((item, at) => {
    if (item.start <= offset) found = { key: at, start: item.start }
  })
  return found
}
