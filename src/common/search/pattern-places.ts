import type { SearchFound } from './answer'
import type { Pattern } from './pattern'
import { aroundMarks, MOST_PLACES } from './places'

/** Matches on one line so near to each other are one place. */
const NEAR = 80

interface PatternFound {
  readonly places: SearchFound[]
  readonly more: number
}

/**
 * Where a source holds what the patterns say, line by line; null when one of them does not hold. Patterns may
 * take any time: this runs where it can be ended (FI6).
 * @param text the file as it is written
 */
export function patternPlaces(text: string, patterns: readonly (readonly Pattern[])[]): PatternFound | null {
  const marks: [number, number][] = []
  for (const clause of patterns) {
    const own = clause.flatMap((one) => (one.not ? [] : matchesOf(text, one)))
    const holds = own.length > 0 || clause.some((one) => one.not && matchesOf(text, one).length === 0)
    if (!holds) return null
    marks.push(...own)
  }
  marks.sort(([a], [b]) => a - b)
  return placesOf(text, marks)
}

/** More of them in one file are not told. */
const MOST_MATCHES = 10_000

function matchesOf(text: string, { source, flags }: Pattern): [number, number][] {
  const found: [number, number][] = []
  for (const match of text.matchAll(new RegExp(source, flags))) {
    found.push([match.index, match.index + match[0].length])
    if (found.length >= MOST_MATCHES) break
  }
  return found
}

function placesOf(text: string, marks: readonly (readonly [number, number])[]): PatternFound {
  const groups: { line: number; start: number; end: number; marks: (readonly [number, number])[] }[] = []
  let more = 0
  let line = 1
  let start = 0
  for (const mark of marks) {
    for (
      let next = text.indexOf('\n', start);
      next >= 0 && next < mark[0];
      next = text.indexOf('\n', start)
    ) {
      line += 1
      start = next + 1
    }
    const last = groups.at(-1)
    const before = last?.marks.at(-1)
    if (last && before && last.line === line && mark[0] - before[1] < NEAR) last.marks.push(mark)
    else if (groups.length === MOST_PLACES) more += 1
    else {
      const end = text.indexOf('\n', start)
      groups.push({ line, start, end: end < 0 ? text.length : end, marks: [mark] })
    }
  }
  return { places: groups.map((group) => placeOf(text, group)), more }
}

function placeOf(
  text: string,
  group: { line: number; start: number; end: number; marks: readonly (readonly [number, number])[] }
): SearchFound {
  const { line, start, marks } = group
  const [first = [start, start] as const] = marks
  const words = text.slice(start, group.end).replace(/\s/g, ' ')
  const indent = Math.min(words.length - words.trimStart().length, first[0] - start)
  const from = start + indent
  return {
    at: { kind: 'line', line, column: first[0] - start + 1 },
    ...aroundMarks(
      words.slice(indent).trimEnd(),
      marks.map(([a, b]) => [a - from, Math.min(b, group.end) - from] as const)
    )
  }
}
