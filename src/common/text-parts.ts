/**
 * A text in parts, one behind the other. Who changes a large text a little keeps it so: to join the parts
 * takes new memory of its size, which costs more than all that is compared here.
 */
export type TextParts = readonly string[]

export const lengthOfParts = (parts: TextParts): number => parts.reduce((sum, part) => sum + part.length, 0)

/** Whether the parts are this text. */
export function isTextOf(parts: TextParts, text: string): boolean {
  if (lengthOfParts(parts) !== text.length) return false
  let at = 0
  return parts.every((part) => {
    const isHere = text.startsWith(part, at)
    at += part.length
    return isHere
  })
}

/** What stands in a text between what it has in common with another one. Lengths are in UTF-16 units. */
interface Difference {
  /** How much is the same before it. */
  readonly head: number
  /** How much is the same behind it. */
  readonly tail: number
  readonly middle: string
}

/** How the parts differ from a text: its `head` units, `middle`, and its last `tail` units are the parts again. */
export function differenceFrom(text: string, parts: TextParts): Difference {
  const length = lengthOfParts(parts)
  const head = commonHead(parts, text)
  const tail = commonTail(parts, text, Math.min(length, text.length) - head)
  return { head, tail, middle: stretch(parts, head, length - tail) }
}

function commonHead(parts: TextParts, text: string): number {
  let head = 0
  for (const part of parts) {
    if (!text.startsWith(part, head)) {
      const most = Math.min(part.length, text.length - head)
      return head + longest(most, (from, to) => text.startsWith(part.slice(from, to), head + from))
    }
    head += part.length
  }
  return head
}

function commonTail(parts: TextParts, text: string, most: number): number {
  let tail = 0
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? ''
    const end = text.length - tail
    if (part.length > most - tail || !text.endsWith(part, end)) {
      const { length } = part
      const same = (from: number, to: number) =>
        text.endsWith(part.slice(length - to, length - from), end - from)
      return tail + longest(Math.min(length, most - tail), same)
    }
    tail += part.length
  }
  return tail
}

/**
 * How many units from one end are the same: by halves, because a stretch is compared a hundred times faster
 * than its units.
 * @param isSame whether the stretch between two distances from that end is
 */
function longest(most: number, isSame: (from: number, to: number) => boolean): number {
  let known = 0
  let open = most
  while (known < open) {
    const middle = known + Math.ceil((open - known) / 2)
    if (isSame(known, middle)) known = middle
    else open = middle - 1
  }
  return known
}

function stretch(parts: TextParts, start: number, end: number): string {
  const inside: string[] = []
  let at = 0
  for (const part of parts) {
    if (at + part.length > start && at < end) inside.push(part.slice(Math.max(0, start - at), end - at))
    at += part.length
  }
  return inside.join('')
}
