import type { Node as PageNode } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { mendOf } from '../../../../src/common/formats/page/mend'
import { writePage } from '../../../../src/common/formats/page/write'
import { pageOf as read, samplePages } from '../../page/pages'
import { lettersIn } from './deeds'
import { acrossServices, inOneText, inSteps, inTree, type People } from './people'
import { seedPage } from './seed-page'
import { allMeet, told, type Outcome, type Plan } from './story'

/** `GALLEY_FLAT_RUNS=20000 GALLEY_SEED=7` tries more, and others; what fails names its seed. */
const RUNS = Number(process.env['GALLEY_FLAT_RUNS'] ?? 20)
const first = Number(process.env['GALLEY_SEED'] ?? 1)
const longer = { timeout: 60_000 + RUNS * 3000 }
const page = read(seedPage)
/** Pages of the sample site, without letters that are given here. */
const samples = samplePages().filter(([, source]) => lettersIn(read(source)).size === 0)
/** A page with something of each kind, and in turn each page of the sample site. */
const sourceOf = (seed: number): string =>
  seed % 2 === 0 ? seedPage : (samples[seed % samples.length]?.[1] ?? seedPage)

/** Two to eight people, who write a hundred times together. */
const planOf = (seed: number, what: Pick<Plan, 'undo' | 'move'>): Plan => ({ seed, edits: 100, ...what })
const countOf = (seed: number): number => 2 + (seed % 7)

interface Sum {
  runs: number
  typed: number
  lost: number
  lossy: number
  doubled: number
  doubling: number
  disagree: number
  /** Runs that ended in an error. */
  broken: number
}

function add(sum: Sum, { typed, lost, doubled, agree }: Outcome): void {
  sum.runs += 1
  sum.typed += typed
  sum.lost += lost
  sum.lossy += lost > 0 ? 1 : 0
  sum.doubled += doubled
  sum.doubling += doubled > 0 ? 1 : 0
  sum.disagree += agree ? 0 : 1
}

function all(
  what: Pick<Plan, 'undo' | 'move'>,
  make: (page: PageNode, count: number) => People,
  look: (people: People, outcome: Outcome, seed: number) => void = () => {},
  runs = RUNS
): Sum {
  const sum = { runs: 0, typed: 0, lost: 0, lossy: 0, doubled: 0, doubling: 0, disagree: 0, broken: 0 }
  for (let seed = first; seed < first + runs; seed += 1) {
    const people = make(read(sourceOf(seed)), countOf(seed))
    const outcome = toldOrBroken(people, planOf(seed, what))
    if (!outcome) sum.broken += 1
    else {
      look(people, outcome, seed)
      add(sum, outcome)
    }
  }
  if (process.env['GALLEY_FLAT_RUNS']) console.log(make.name, what, sum)
  return sum
}

/** Null where a way of writing together ends in an error, as one of the usual ones does now and then. */
function toldOrBroken(people: People, plan: Plan): Outcome | null {
  try {
    return told(people, plan)
  } catch (error) {
    if (people.isOurs) throw new Error(`seed ${plan.seed}`, { cause: error })
    return null
  }
}

function isSound(people: People, outcome: Outcome, seed: number): void {
  const [one] = people.all
  expect(outcome, `seed ${seed}`).toMatchObject({ lost: 0, agree: true })
  if (!outcome.moved) expect(outcome, `seed ${seed}`).toMatchObject({ doubled: 0 })
  one?.state.doc.check()
  if (one && seed % 4 === 0) expect(mendOf(one.state.doc), `seed ${seed}`).toEqual({ kind: 'fine' })
}

describe('RT1 RT2 RT3 people write at once, with and without a network', () => {
  const plain = { undo: false, move: false }

  it(
    'RT1 RT2 RT3 no letter is lost or doubled, all see the same, and it is a page that reads back',
    longer,
    () => {
      const { typed } = all(plain, inOneText, isSound)
      expect(typed).toBeGreaterThan(RUNS * 50)
    }
  )

  it('RT1 RT2 RT3 also when each takes back what they did meanwhile', longer, () => {
    all({ undo: true, move: false }, inOneText, isSound)
  })

  it('RT1 RT2 RT3 also when blocks are moved: a letter is there at least once then', longer, () => {
    all({ undo: true, move: true }, inOneText, isSound)
  })

  it(
    'RT1 RT2 RT3 RT13 also when half of them are at another service, and a relay goes between',
    longer,
    () => {
      const runs = Math.ceil(RUNS / 2)
      const { typed } = all(plain, acrossServices, isSound, runs)
      expect(typed).toBeGreaterThan(runs * 50)
    }
  )

  it('RT1 the same people lose words in a tree and in steps: what is looked at can be lost', longer, () => {
    for (const { lost, typed } of [all(plain, inTree), all(plain, inSteps)])
      expect(lost).toBeGreaterThan(typed / 20)
  })
})

describe('RT4 RT5 what nobody has written in, and what is taken back', () => {
  it(
    'RT4 sections in which nobody has written are the same bytes, whatever became of the others',
    longer,
    () => {
      const last = page.lastChild
      const source = seedPage.slice(seedPage.lastIndexOf('<div>\n'))
      let untouched = 0
      // in few runs is a section left that nobody has written in
      const runs = RUNS * 2
      for (let seed = first; seed < first + runs; seed += 1) {
        const people = inOneText(page, 2)
        told(people, { seed, edits: 12, undo: true, move: false })
        const now = people.all[0]?.state.doc
        if (!now?.lastChild || now.eq(page) || last?.eq(now.lastChild) !== true) continue
        untouched += 1
        expect(writePage(now).endsWith(source), `seed ${seed}`).toBe(true)
      }
      expect(untouched).toBeGreaterThan(runs / 20)
    }
  )

  it('RT4 RT5 when everybody has taken everything back, the page is the same bytes', longer, () => {
    let [runs, same] = [0, 0]
    for (let seed = first; seed < first + Math.ceil(RUNS / 2); seed += 1) {
      const people = inOneText(read(sourceOf(seed)), 1 + (seed % 3))
      told(people, { seed, edits: 40, undo: false, move: false })
      const order = seed % 4 < 2 ? people.all : [...people.all].reverse()
      for (const person of order) {
        while (person.undo());
        allMeet(people)
      }
      runs += 1
      const [one] = people.all
      if (one && writePage(one.state.doc) === sourceOf(seed)) same += 1
      else if (process.env['GALLEY_FLAT_RUNS']) console.log(seed, one?.state.doc.toString())
    }
    expect(same).toBe(runs)
  })
})
