import { wellFormed } from '../flat/formats'
import { memberOf } from './cells'
import type { Entry, Spot } from './entries'

/**
 * A text that several people write in, letter by letter: the text that it began with, which is kept nowhere as it
 * is the same for all, and the runs that were put into it. Nothing that was put in is ever taken out: what was
 * deleted is told of beside it, by each person for themselves, so that any of it can be taken back.
 */
export interface Letters {
  readonly text: string
  /** In their order, also those that are not shown. */
  readonly stretches: readonly Stretch[]
  readonly runs: ReadonlyMap<string, Run>
  /** The highest that a run has. */
  readonly top: number
}

/** Letters of one run that follow each other. */
interface Stretch {
  readonly run: string
  readonly from: number
  readonly to: number
  readonly isShown: boolean
}

/** What somebody put in, behind so many letters of another run. */
interface Run {
  readonly text: string
  readonly behind: string
  readonly at: number
  /** Higher than that of all that whoever put it in knew of: what came later stands nearer to what it is behind. */
  readonly rank: number
  /** Null for what the text began with. */
  readonly entry: Entry | null
  readonly isShown: boolean
  /** Letters that are deleted, one pair of ends behind the other, in order. */
  readonly cuts: readonly number[]
}

/** A place behind a letter: behind so many of a run. */
export interface LetterPlace {
  readonly run: string
  readonly at: number
}

/** The run that a text begins with. */
const FIRST = '0'

/** Below a run what a person deleted of it goes by this and the person. */
export const CUT = '-'

/** @param spot below which the runs are set */
export function lettersOf(first: string, spot: Spot | undefined): Letters {
  const runs = new Map<string, Run>([[FIRST, firstRun(first, spot?.below?.get(FIRST))]])
  for (const [id, one] of spot?.below ?? []) {
    const run = id === FIRST ? null : runIn(one)
    if (run) runs.set(id, run)
  }
  const stretches = inOrder(runs)
  const shown = stretches.filter(({ isShown }) => isShown)
  const text = shown.map(({ run, from, to }) => runs.get(run)?.text.slice(from, to) ?? '').join('')
  const top = [...runs.values()].reduce((most, { rank }) => Math.max(most, rank), 0)
  return { text: wellFormed(text), stretches, runs, top }
}

/** What the letter before a place in the text is. @param index UTF-16 units */
export function letterPlace({ stretches }: Letters, index: number): LetterPlace {
  let left = index
  for (const { run, from, to, isShown } of stretches) {
    if (!isShown) continue
    if (left > 0 && left <= to - from) return { run, at: from + left }
    left -= to - from
  }
  return { run: FIRST, at: 0 }
}

/** Where a place is in the text now; what was deleted is where it stood. */
export function indexOfPlace({ stretches }: Letters, { run, at }: LetterPlace): number {
  let [index, best] = [0, 0]
  for (const one of stretches) {
    const length = one.isShown ? one.to - one.from : 0
    if (one.run === run && one.from < at) best = index + Math.min(length, one.isShown ? at - one.from : 0)
    index += length
  }
  return best
}

/** The letters of a run that are shown, within the text from one place to another. */
export function shownBetween({ stretches }: Letters, from: number, to: number): readonly Stretch[] {
  let index = 0
  return stretches.flatMap((one) => {
    if (!one.isShown) return []
    const start = index
    index += one.to - one.from
    const [first, last] = [Math.max(from, start), Math.min(to, index)]
    return first < last ? [{ ...one, from: one.from + first - start, to: one.from + last - start }] : []
  })
}

/** Ends of stretches, each behind the other, that cover all of these. */
export function covering(all: readonly (readonly number[])[]): readonly number[] {
  const pairs = all.flatMap((ends) =>
    ends.flatMap((start, at): [number, number][] => (at % 2 === 0 ? [[start, ends[at + 1] ?? start]] : []))
  )
  const found: number[] = []
  for (const [start, end] of pairs.sort(([a], [b]) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && start <= last) found[found.length - 1] = Math.max(last, end)
    else found.push(start, end)
  }
  return found
}

/** What a person has deleted of a run; what is none is nothing. */
export function cutsIn(entry: Entry | null | undefined): readonly number[] {
  const value: unknown = entry?.value
  if (!Array.isArray(value)) return []
  const ends = value.filter(isCount)
  return ends.length === value.length && ends.every((end, at) => at === 0 || end > (ends[at - 1] ?? 0))
    ? ends
    : []
}

/** How a run is kept. */
export const keptRun = ({ text, behind, at, rank }: Pick<Run, 'text' | 'behind' | 'at' | 'rank'>) => ({
  t: wellFormed(text),
  b: behind,
  at,
  n: rank
})

/** Null for what is none: anybody may have written anything. */
function runIn(spot: Spot): Run | null {
  const { written } = spot
  const [text, behind, at, rank] = ['t', 'b', 'at', 'n'].map((key) => memberOf(written?.value, key))
  if (typeof text !== 'string' || typeof behind !== 'string' || !isCount(at) || !isCount(rank)) return null
  const isShown = spot.value !== null
  return { text: wellFormed(text), behind, at, rank, entry: written, isShown, cuts: cutsBelow(spot) }
}

const firstRun = (text: string, spot: Spot | undefined): Run => ({
  text,
  behind: '',
  at: 0,
  rank: 0,
  entry: null,
  isShown: true,
  cuts: cutsBelow(spot)
})

const cutsBelow = (spot: Spot | undefined): readonly number[] =>
  covering([...(spot?.below ?? [])].map(([name, { value }]) => (name.startsWith(CUT) ? cutsIn(value) : [])))

/** What stands behind what: from the first run on, and what hangs on nothing that is there at the end. */
function inOrder(runs: ReadonlyMap<string, Run>): readonly Stretch[] {
  const behind = new Map<string, string[]>()
  for (const [id, run] of runs) {
    const known = behind.get(run.behind)
    if (known) known.push(id)
    else behind.set(run.behind, [id])
  }
  const byPlace = (one: string, other: string) => {
    const [a, b] = [runs.get(one), runs.get(other)]
    return (a?.at ?? 0) - (b?.at ?? 0) || (b?.rank ?? 0) - (a?.rank ?? 0) || (one > other ? -1 : 1)
  }
  for (const ids of behind.values()) ids.sort(byPlace)
  const stretches: Stretch[] = []
  const passed = new Set<string>()
  const pass = (first: string) => {
    const open: { readonly id: string; readonly run: Run; at: number; next: number }[] = []
    const enter = (id: string) => {
      const run = runs.get(id)
      if (!run || passed.has(id)) return
      passed.add(id)
      open.push({ id, run, at: 0, next: 0 })
    }
    enter(first)
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const next = behind.get(top.id)?.[top.next]
      const place = Math.min(runs.get(next ?? '')?.at ?? Infinity, top.run.text.length)
      stretches.push(...stretchesOf(top.id, top.run, top.at, place))
      top.at = Math.max(top.at, place)
      if (next === undefined) open.pop()
      else {
        top.next += 1
        enter(next)
      }
    }
  }
  pass(FIRST)
  for (const id of [...runs.keys()].sort()) pass(id)
  return stretches
}

/** Letters of a run from one place to another: those that are shown, and those that are not. */
function stretchesOf(id: string, { cuts, isShown }: Run, from: number, to: number): readonly Stretch[] {
  const found: Stretch[] = []
  const add = (start: number, end: number, isCut: boolean) => {
    const [first, last] = [Math.max(from, start), Math.min(to, end)]
    if (first < last) found.push({ run: id, from: first, to: last, isShown: isShown && !isCut })
  }
  let at = 0
  for (let pair = 0; pair + 1 < cuts.length; pair += 2) {
    const [start, end] = [cuts[pair] ?? 0, cuts[pair + 1] ?? 0]
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, to, false)
  return found
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
