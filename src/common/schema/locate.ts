import { childPointer, parentPointer, type Pointer } from '../json/pointer'

/** Offsets into a JSON text: of the value, and of the key that leads to it. */
interface TextPlace {
  readonly start: number
  readonly end: number
  readonly key: { readonly start: number; readonly end: number } | null
}

/**
 * Where places of a JSON text are written, so that an issue can be shown at its line. A place that is not in
 * the text is given that of the nearest one around it. The text must be valid JSON; of two equal keys the
 * last counts, as for `JSON.parse`.
 */
export function locate(text: string, pointers: Iterable<Pointer>): Map<Pointer, TextPlace> {
  const places = placesIn(text)
  const found = new Map<Pointer, TextPlace>()
  for (const pointer of pointers) {
    let near = pointer
    while (near !== '' && !places.has(near)) near = parentPointer(near)
    found.set(pointer, places.get(near) ?? { start: 0, end: text.length, key: null })
  }
  return found
}

interface Open {
  readonly pointer: Pointer
  readonly start: number
  readonly key: TextPlace['key']
  readonly isObject: boolean
  index: number
  /** The key just read, whose value comes next. */
  next: { readonly name: string; readonly start: number; readonly end: number } | null
}

/** Every place of a text, in one pass over its tokens and without recursion. */
function placesIn(text: string): Map<Pointer, TextPlace> {
  const places = new Map<Pointer, TextPlace>()
  const open: Open[] = []
  for (const token of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const [written] = token
    const start = token.index
    const end = start + written.length
    const around = open.at(-1)
    if (written === '{' || written === '[') {
      const at = placeOf(around)
      open.push({ ...at, start, isObject: written === '{', index: 0, next: null })
    } else if (written === '}' || written === ']') {
      const closed = open.pop()
      if (closed) places.set(closed.pointer, { start: closed.start, end, key: closed.key })
    } else if (written === ',') {
      if (around) Object.assign(around, { index: around.index + 1, next: null })
    } else if (around?.isObject && around.next === null && written.startsWith('"')) {
      around.next = { name: nameIn(written), start, end }
    } else if (written !== ':') {
      const { pointer, key } = placeOf(around)
      places.set(pointer, { start, end, key })
    }
  }
  return places
}

function placeOf(around: Open | undefined): { pointer: Pointer; key: TextPlace['key'] } {
  if (!around) return { pointer: '', key: null }
  const { next } = around
  if (!around.isObject) return { pointer: childPointer(around.pointer, around.index), key: null }
  return {
    pointer: childPointer(around.pointer, next?.name ?? ''),
    key: next && { start: next.start, end: next.end }
  }
}

function nameIn(written: string): string {
  try {
    const name: unknown = JSON.parse(written)
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}
