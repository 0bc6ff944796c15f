import { sameMarks, type Run } from './block'

/** What is alike at both ends of two lines, and what is left between: only that need be cut into words. */
interface AlikeEnds {
  readonly start: readonly Run[]
  readonly a: readonly Run[]
  readonly b: readonly Run[]
  readonly end: readonly Run[]
}

/**
 * Runs are divided only where a word ends and a blank begins: the words between are those of the whole line.
 */
export function alikeEnds(a: readonly Run[], b: readonly Run[]): AlikeEnds {
  const start = taken(a, b, startLength, (text, length) => [text.slice(0, length), text.slice(length)])
  const end = taken(reversed(start.a), reversed(start.b), endLength, (text, length) => [
    text.slice(text.length - length),
    text.slice(0, text.length - length)
  ])
  return { start: start.alike, a: reversed(end.a), b: reversed(end.b), end: reversed(end.alike) }
}

const reversed = (runs: readonly Run[]) => [...runs].reverse()

/** Takes what is alike at the beginning of both. */
function taken(
  a: readonly Run[],
  b: readonly Run[],
  lengthAlike: (one: string, two: string) => number,
  divided: (text: string, length: number) => [taken: string, left: string]
): { readonly alike: readonly Run[]; readonly a: readonly Run[]; readonly b: readonly Run[] } {
  let count = 0
  while (count < a.length && count < b.length && isSame(a[count], b[count])) count += 1
  const rest = { alike: a.slice(0, count), a: a.slice(count), b: b.slice(count) }
  const [one, two] = [rest.a[0], rest.b[0]]
  if (one?.kind !== 'text' || two?.kind !== 'text' || !sameMarks(one.marks, two.marks)) return rest
  const length = lengthAlike(one.text, two.text)
  if (length === 0) return rest
  const [text, left] = divided(one.text, length)
  return {
    alike: [...rest.alike, { ...one, text }],
    a: [{ ...one, text: left }, ...rest.a.slice(1)],
    b: [{ ...two, text: divided(two.text, length)[1] }, ...rest.b.slice(1)]
  }
}

const isSame = (a: Run | undefined, b: Run | undefined) =>
  a !== undefined &&
  b !== undefined &&
  a.kind === b.kind &&
  a.text === b.text &&
  a.src === b.src &&
  sameMarks(a.marks, b.marks)

/** To the last word that is alike and has a blank behind it in both. */
function startLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  while (at > 0 && !(isBlank(a, at) && isBlank(b, at) && !isBlank(a, at - 1))) at -= 1
  return at
}

/** From the first blank that is alike and has a word before it in both. */
function endLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length += 1
  const isCut = () =>
    isBlank(a, a.length - length) && !isBlank(a, a.length - length - 1) && !isBlank(b, b.length - length - 1)
  while (length > 0 && !isCut()) length -= 1
  return length
}

const isBlank = (text: string, at: number) => /\s/.test(text.charAt(at))
