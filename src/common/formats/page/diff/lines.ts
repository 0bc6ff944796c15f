import { pairAlike } from '../../core/alike'
import { isSoleGap, pairByPlace, unmatched } from '../../core/gaps'
import { longestRising } from '../../core/rising'
import { commonSequence, type Partners } from '../../core/sequence'
import type { Stop } from '../../core/stop'
import { alikeEnds } from './alike-ends'
import { charactersOf, tokensOf, wordNumbers, type Attribute, type Block, type Line, type Run } from './block'
import type { AttributeChange, LineDiff, Segment } from './changes'
import { diffTokens, joined } from './inline'
import type { Vocabulary } from './vocabulary'

/** The lines of a block in both states, in the order in which they are read. */
export function diffLines(a: readonly Line[], b: readonly Line[], words: Vocabulary, stop: Stop): LineDiff[] {
  const partners = matchLines(a, b, words, stop)
  const lines: LineDiff[] = []
  let [i, j] = [0, 0]
  for (let at = 0; at <= a.length; at += 1) {
    const other = at === a.length ? b.length : (partners[at] ?? -1)
    if (other < 0) continue
    for (const line of a.slice(i, at)) lines.push(wholeLine(line, 'removed'))
    for (const line of b.slice(j, other)) lines.push(wholeLine(line, 'added'))
    const [old, now] = [a[at], b[other]]
    if (old && now) lines.push(bothLines(old, now, words, stop))
    ;[i, j] = [at + 1, other + 1]
  }
  return lines
}

function matchLines(a: readonly Line[], b: readonly Line[], words: Vocabulary, stop: Stop): Partners {
  const partners = commonSequence(
    a.map(({ hash }) => hash),
    b.map(({ hash }) => hash),
    stop
  )
  const free = unmatched(partners, b.length)
  if (free.a.length === 0 || free.b.length === 0) return partners
  const found = partners.slice()
  const features = (lines: readonly Line[]) => (at: number) => {
    const line = lines[at]
    return line ? wordNumbers(line, words) : []
  }
  const sameElement = (at = -1, other = -1) => a[at]?.element === b[other]?.element
  const ask = { ...free, featuresOfA: features(a), featuresOfB: features(b), atLeast: 0.4 }
  if (
    !(isSoleGap(free) && sameElement(free.a[0], free.b[0])) &&
    words.affords('likeness', lengthOf(free.a, a) + lengthOf(free.b, b))
  )
    for (const [at, other] of pairAlike(ask, stop)) found[at] = other
  const kept = longestRising(found)
  const result = found.map((other, at) => (kept[at] ? other : -1))
  pairByPlace(result, b.length, sameElement)
  return result
}

const lengthOf = (places: readonly number[], lines: readonly Line[]): number =>
  places.reduce((sum, at) => sum + charactersOf(lines[at]?.runs ?? []), 0)

/** The words and images of a block, by which it is found again. */
export function featuresOfBlock(block: Block | undefined, words: Vocabulary): number[] {
  return block ? block.lines.flatMap((line) => wordNumbers(line, words)) : []
}

export function wholeLine(
  { element, row, cell, runs }: Line,
  change: 'same' | 'added' | 'removed'
): LineDiff {
  return { change, element, row, cell, segments: wholeRuns(runs, change) }
}

function wholeRuns(runs: readonly Run[], change: 'same' | 'added' | 'removed'): Segment[] {
  const [there, here] = [change !== 'added', change !== 'removed']
  return runs.map(({ kind, text, src, marks }): Segment => {
    if (kind === 'image') {
      const image = { src: src ?? '', alt: text }
      return { kind, change, before: there ? image : null, after: here ? image : null }
    }
    return { kind: 'text', change, text, before: there ? marks : null, after: here ? marks : null }
  })
}

function bothLines(old: Line, now: Line, words: Vocabulary, stop: Stop): LineDiff {
  const { element, row, cell } = now
  if (old.hash === now.hash) return wholeLine(now, 'same')
  const { start, a, b, end } = alikeEnds(old.runs, now.runs)
  const between = words.affords('lines', charactersOf(a) + charactersOf(b))
    ? diffTokens(tokensOf(a, words), tokensOf(b, words), stop)
    : [...wholeRuns(a, 'removed'), ...wholeRuns(b, 'added')]
  const segments = joined([...wholeRuns(start, 'same'), ...between, ...wholeRuns(end, 'same')])
  const same = old.element === element && segments.every(({ change }) => change === 'same')
  return { change: same ? 'same' : 'changed', element, row, cell, segments }
}

/**
 * What changed of the attributes: one of the same name at the same kind of element with another value is a
 * change.
 */
export function diffAttributes(a: readonly Attribute[], b: readonly Attribute[]): AttributeChange[] {
  const counts = new Map<string, number>()
  const textOf = ({ element, name, value }: Attribute) => `${element} ${name}=${value}`
  for (const one of b) counts.set(textOf(one), (counts.get(textOf(one)) ?? 0) + 1)
  const gone = a.filter((one) => {
    const left = counts.get(textOf(one)) ?? 0
    if (left > 0) counts.set(textOf(one), left - 1)
    return left === 0
  })
  const come = b.filter((one) => {
    const left = counts.get(textOf(one)) ?? 0
    if (left > 0) counts.set(textOf(one), left - 1)
    return left > 0
  })
  const waiting = new Map<string, Attribute[]>()
  for (const one of come) {
    const key = `${one.element} ${one.name}`
    const list = waiting.get(key)
    if (list) list.push(one)
    else waiting.set(key, [one])
  }
  const changes = gone.map(({ element, name, value }): AttributeChange => {
    const now = waiting.get(`${element} ${name}`)?.shift()
    return { element, name, before: value, after: now?.value ?? null }
  })
  for (const { element, name, value } of [...waiting.values()].flat()) {
    changes.push({ element, name, before: null, after: value })
  }
  return changes
}
