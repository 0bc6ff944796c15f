import { isAlias, isMap, isPair, isScalar, isSeq, type Document, type LineCounter, type Node } from 'yaml'
import type { Issue } from './issues'

type Span = Pick<Issue, 'line' | 'column' | 'endLine' | 'endColumn'>

/** Where the parts of a definition are in its text. */
export interface Places {
  /** From one offset up to another. */
  span(start: number, end: number): Span
  /** The value at a path of keys, its key when the value is missing or long, or the nearest part that is there. */
  of(path: readonly string[], inside?: readonly [start: number, end: number] | null): Span
  /** The offsets of a part of a text value; null when it is not written as one piece, because of escapes or folding. */
  inside(
    path: readonly string[],
    text: string,
    at: number | null,
    length?: number
  ): readonly [start: number, end: number] | null
}

export function placesIn(text: string, document: Document, lines: LineCounter): Places {
  function span(start: number, end: number): Span {
    const from = Math.min(start, text.length)
    // one sign at least, and never the line break behind the last
    const to = Math.max(from + 1, Math.min(end, text.length))
    const first = lines.linePos(from)
    const last = text.slice(from, to).includes('\n') ? null : lines.linePos(to)
    const lineEnd = text.indexOf('\n', from)
    return {
      line: first.line,
      column: first.col,
      endLine: first.line,
      endColumn: last?.col ?? first.col + Math.max(1, (lineEnd < 0 ? text.length : lineEnd) - from)
    }
  }

  return {
    span,
    of(path, inside = null) {
      if (inside) return span(...inside)
      const found = nearest(document, path)
      return found ? span(...found) : span(0, firstLineEnd(text))
    },
    inside(path, value, at, length = 1) {
      const node = valueAt(document, path)
      if (at === null || !isScalar(node) || !node.range) return null
      const [start, end] = node.range
      const written = text.slice(start, end)
      const begin = written.indexOf(value)
      return begin < 0 ? null : [start + begin + at, start + begin + at + length]
    }
  }
}

const firstLineEnd = (text: string) => (text.includes('\n') ? text.indexOf('\n') : text.length)

/** A short value is shown itself, a map or list by its key. */
function nearest(document: Document, path: readonly string[]): readonly [number, number] | null {
  for (let depth = path.length; depth > 0; depth--) {
    const pair = pairAt(document, path.slice(0, depth))
    if (!pair) continue
    const { key, value } = pair
    const shown =
      depth === path.length && value && !isMap(value) && !isSeq(value) && hasText(value) ? value : key
    if (shown.range) return [shown.range[0], shown.range[1]]
  }
  return null
}

const hasText = ({ range }: Node) => !!range && range[1] > range[0]

interface Place {
  readonly key: Node
  readonly value: Node | null
}

function valueAt(document: Document, path: readonly string[]): Node | null {
  return pairAt(document, path)?.value ?? null
}

function pairAt(document: Document, path: readonly string[]): Place | null {
  let node: Node | null = document.contents
  let place: Place | null = null
  for (const key of path) {
    place = pairIn(document, node, key)
    if (!place) return null
    node = place.value
  }
  return place
}

/** Of a map, or of one that an alias or a merge key stands for. */
function pairIn(document: Document, node: Node | null, key: string): Place | null {
  if (isAlias(node)) return pairIn(document, node.resolve(document) ?? null, key)
  if (isSeq(node)) {
    const item: unknown = node.items[Number(key)]
    return isNode(item) ? { key: item, value: item } : null
  }
  if (!isMap(node)) return null
  for (const pair of node.items) {
    if (!isPair(pair) || !isScalar(pair.key)) continue
    const value = isNode(pair.value) ? pair.value : null
    if (String(pair.key.value) === key) return { key: pair.key, value }
  }
  for (const pair of node.items) {
    if (!isScalar(pair.key) || pair.key.value !== '<<' || !isNode(pair.value)) continue
    for (const merged of isSeq(pair.value) ? pair.value.items : [pair.value]) {
      const found = isNode(merged) ? pairIn(document, merged, key) : null
      if (found) return found
    }
  }
  return null
}

const isNode = (value: unknown): value is Node =>
  isScalar(value) || isMap(value) || isSeq(value) || isAlias(value)
