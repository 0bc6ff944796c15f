import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Document,
  type LineCounter,
  type Node,
  type YAMLMap
} from 'yaml'
import type { Issue } from './issues'

type Span = Pick<Issue, 'line' | 'column' | 'endLine' | 'endColumn'>

/** Where the parts of a definition are in its text. */
export interface Places {
  /** From one offset up to another. */
  span(start: number, end: number): Span
  /**
   * The value at a path of keys, its key when the value is missing or long, or the nearest part that is
   * there.
   */
  of(path: readonly string[], inside?: readonly [start: number, end: number] | null): Span
  /**
   * The offsets of a part of a text value; null when it is not written as one piece, because of escapes or
   * folding.
   */
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

  const index = new KeyIndex(document)

  return {
    span,
    of(path, inside = null) {
      if (inside) return span(...inside)
      const found = nearest(index, path)
      return found ? span(...found) : span(0, firstLineEnd(text))
    },
    inside(path, value, at, length = 1) {
      const node = valueAt(index, path)
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
function nearest(index: KeyIndex, path: readonly string[]): readonly [number, number] | null {
  for (let depth = path.length; depth > 0; depth--) {
    const pair = pairAt(index, path.slice(0, depth))
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

function valueAt(index: KeyIndex, path: readonly string[]): Node | null {
  return pairAt(index, path)?.value ?? null
}

function pairAt(index: KeyIndex, path: readonly string[]): Place | null {
  let node: Node | null = index.document.contents
  let place: Place | null = null
  for (const key of path) {
    place = pairIn(index, node, key)
    if (!place) return null
    node = place.value
  }
  return place
}

/** Of a map, or of one that an alias or a merge key stands for. */
function pairIn(index: KeyIndex, node: Node | null, key: string): Place | null {
  if (isAlias(node)) return pairIn(index, index.resolved(node), key)
  if (isSeq(node)) {
    const item: unknown = node.items[Number(key)]
    return isNode(item) ? { key: item, value: item } : null
  }
  if (!isMap(node)) return null
  const { own, merges } = index.of(node)
  const found = own.get(key)
  if (found) return found
  for (const merged of merges) {
    const place = pairIn(index, merged, key)
    if (place) return place
  }
  return null
}

interface Keys {
  readonly own: ReadonlyMap<string, Place>
  /** What its merge keys stand for. */
  readonly merges: readonly Node[]
}

/** The keys of each map, and what each alias stands for: gathered once, when first asked for. */
class KeyIndex {
  private readonly maps = new Map<YAMLMap, Keys>()
  private readonly aliases = new Map<Alias, Node | null>()

  constructor(readonly document: Document) {}

  of(map: YAMLMap): Keys {
    const keys = this.maps.get(map) ?? keysOf(map)
    this.maps.set(map, keys)
    return keys
  }

  resolved(alias: Alias): Node | null {
    const node = this.aliases.get(alias) ?? alias.resolve(this.document) ?? null
    this.aliases.set(alias, node)
    return node
  }
}

function keysOf(map: YAMLMap): Keys {
  const own = new Map<string, Place>()
  const merges: Node[] = []
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    if (!own.has(name)) own.set(name, { key, value: isNode(value) ? value : null })
    if (key.value !== '<<' || !isNode(value)) continue
    for (const merged of isSeq(value) ? value.items : [value]) if (isNode(merged)) merges.push(merged)
  }
  return { own, merges }
}

const isNode = (value: unknown): value is Node =>
  isScalar(value) || isMap(value) || isSeq(value) || isAlias(value)
