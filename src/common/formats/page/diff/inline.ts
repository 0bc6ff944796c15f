import { commonSequence } from '../../core/sequence'
import type { Stop } from '../../core/stop'
import { sameMarks, type Token } from './block'
import type { Image, Segment } from './changes'

/**
 * The words of a line in both states, in the order in which they are read; runs of one kind are one segment.
 */
export function diffTokens(a: readonly Token[], b: readonly Token[], stop: Stop): Segment[] {
  const partners = commonSequence(
    a.map(({ number }) => number),
    b.map(({ number }) => number),
    stop
  )
  joinLonelyBlanks(a, b, partners)
  const segments: Segment[] = []
  let [i, j] = [0, 0]
  for (let at = 0; at <= a.length; at += 1) {
    const other = at === a.length ? b.length : (partners[at] ?? -1)
    if (other < 0) continue
    changed(a.slice(i, at), b.slice(j, other), segments)
    const [old, now] = [a[at], b[other]]
    if (old && now) kept(old, now, segments)
    ;[i, j] = [at + 1, other + 1]
  }
  return segments
}

/** A blank alone between words that all changed is no common ground: it would cut one change into many. */
function joinLonelyBlanks(a: readonly Token[], b: readonly Token[], partners: Int32Array): void {
  const taken = new Set(partners)
  for (let at = 1; at + 1 < a.length; at += 1) {
    const other = partners[at] ?? -1
    if (a[at]?.text !== ' ' || other <= 0 || other + 1 >= b.length) continue
    const lonely = (partners[at - 1] ?? -1) < 0 && (partners[at + 1] ?? -1) < 0
    const lonelyThere = !taken.has(other - 1) && !taken.has(other + 1)
    if (lonely && lonelyThere) partners[at] = -1
  }
}

function changed(gone: readonly Token[], come: readonly Token[], segments: Segment[]): void {
  const images = come.filter(({ kind }) => kind === 'image')
  for (const token of gone) {
    if (token.kind !== 'image') {
      addText(segments, {
        kind: 'text',
        change: 'removed',
        text: token.text,
        before: token.marks,
        after: null
      })
      continue
    }
    const now = images.shift()
    segments.push({
      kind: 'image',
      change: now ? 'changed' : 'removed',
      before: imageOf(token),
      after: now ? imageOf(now) : null
    })
  }
  const paired = come.filter(({ kind }) => kind === 'image').length - images.length
  let seen = 0
  for (const token of come) {
    if (token.kind !== 'image') {
      addText(segments, { kind: 'text', change: 'added', text: token.text, before: null, after: token.marks })
    } else if ((seen += 1) > paired) {
      segments.push({ kind: 'image', change: 'added', before: null, after: imageOf(token) })
    }
  }
}

function kept(old: Token, now: Token, segments: Segment[]): void {
  if (now.kind === 'image') {
    segments.push({ kind: 'image', change: 'same', before: imageOf(old), after: imageOf(now) })
    return
  }
  const change = sameMarks(old.marks, now.marks) ? 'same' : 'restyled'
  addText(segments, { kind: 'text', change, text: now.text, before: old.marks, after: now.marks })
}

/** Neighbours that have become of the same kind are one segment. */
export function joined(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = []
  for (const segment of segments) {
    if (segment.kind === 'text') addText(result, segment)
    else result.push(segment)
  }
  return result
}

const imageOf = ({ src, text }: Token): Image => ({ src: src ?? '', alt: text })

function addText(segments: Segment[], next: Extract<Segment, { kind: 'text' }>): void {
  const last = segments.at(-1)
  const joins =
    last?.kind === 'text' &&
    last.change === next.change &&
    sameMarks(last.before, next.before) &&
    sameMarks(last.after, next.after)
  if (!joins) segments.push(next)
  else {
    const { kind, change, before, after } = last
    segments[segments.length - 1] = { kind, change, text: last.text + next.text, before, after }
  }
}
