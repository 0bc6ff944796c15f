import type { Candidate } from '../seam/words'
import type { Row } from './database'
import { booleanIn, numberIn, textIn } from './values'

interface Ranked {
  readonly id: number
  readonly path: string
  readonly length: number
  /** Whether it is what is asked for, but for the phrases. */
  readonly isAsked: boolean
  readonly clauses: Set<number>
  /** By the number of the phrase: how often it is there, by the weights of columns. */
  readonly weights: Map<number, number>
}

/**
 * Files by BM25 as SQLite's FTS5 reckons it, phrase by phrase, so that the order is that of a workspace in a folder. A phrase that is in more
 * than half of all files weighs next to nothing.
 * @param rows a phrase `i` of a clause `c` in a part of a file
 * @param clauses so many have to be there
 * @param most so many are enough
 */
export function ranked(
  rows: readonly Row[],
  clauses: number,
  { files, average }: { readonly files: number; readonly average: number },
  most: number
): Candidate[] {
  const found = new Map<number, Ranked>()
  const holders = new Map<number, number>()
  for (const row of rows) {
    const [id, phrase] = [numberIn(row, 'n'), numberIn(row, 'i')]
    const one = found.get(id) ?? rankedIn(row, id)
    found.set(id, one)
    one.clauses.add(numberIn(row, 'c'))
    const before = one.weights.get(phrase)
    if (before === undefined) holders.set(phrase, (holders.get(phrase) ?? 0) + 1)
    one.weights.set(phrase, (before ?? 0) + numberIn(row, 'weight'))
  }
  const rare = new Map([...holders].map(([phrase, many]) => [phrase, rarity(files, many)]))
  const scoreOf = ({ weights, length }: Ranked) =>
    [...weights]
      .sort(([a], [b]) => a - b)
      .reduce(
        (score, [phrase, weight]) =>
          score +
          (rare.get(phrase) ?? 0) * ((weight * (K1 + 1)) / (weight + K1 * (1 - B + (B * length) / average))),
        0
      )
  return [...found.values()]
    .filter((one) => one.isAsked && one.clauses.size === clauses)
    .map((one) => ({ ...one, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
    .slice(0, most)
    .map(({ id, path }) => [id, path])
}

const K1 = 1.2
const B = 0.75

/** What orders the files of a single phrase, in the words of the database: how rare that is counts for all of them alike. */
export const scoreOfOne = (weight: string, length: string, average: string): string =>
  `${weight} * ${K1 + 1} / (${weight} + ${K1} * (${1 - B} + ${B} * ${length} / ${average}::float8))`

function rarity(files: number, many: number): number {
  const weight = Math.log((files - many + 0.5) / (many + 0.5))
  return weight > 0 ? weight : 1e-6
}

const rankedIn = (row: Row, id: number): Ranked => ({
  id,
  path: textIn(row, 'path'),
  length: numberIn(row, 'length'),
  isAsked: booleanIn(row, 'asked'),
  clauses: new Set(),
  weights: new Map()
})
