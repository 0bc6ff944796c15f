import { done, Letters, lettersIn, random } from './deeds'
import type { People } from './people'

/** What became of the letters that were typed in a run, or in some. */
export interface Outcome {
  readonly typed: number
  /** Gone, though nobody who saw them deleted them. */
  readonly lost: number
  /** There more than once. */
  readonly doubled: number
  /** Whether somebody took words away here and put them in there: two who do so have them twice. */
  readonly moved: boolean
  /** Whether all see the same. */
  readonly agree: boolean
}

export interface Plan {
  readonly seed: number
  readonly edits: number
  readonly undo: boolean
  readonly move: boolean
}

/** People write, each of them now and then without a network, and all meet at the end. */
export function told(people: People, { seed, edits, undo, move }: Plan): Outcome {
  const chance = random(seed)
  const letters = new Letters()
  const typed = new Set<string>()
  const deleted = new Set<string>()
  const { all } = people
  let away = new Set<number>()
  let moved = false
  for (let nth = 0; nth < edits; nth += 1) {
    if (nth % 20 === 0) away = new Set([...all.keys()].filter(() => chance() < 0.5))
    const who = Math.floor(chance() * all.length)
    const person = all[who]
    if (!person) continue
    const before = lettersIn(person.state.doc)
    if (undo && chance() < 0.08) person.undo()
    else {
      person.write(done(person.state, letters, chance, move))
      moved ||= [...(person.putIn?.() ?? [])].some((letter) => before.has(letter))
    }
    const after = lettersIn(person.state.doc)
    for (const letter of after.keys()) typed.add(letter)
    // of one that moves have doubled, each of two people may delete the one that the other leaves
    for (const [letter, times] of before) if ((after.get(letter) ?? 0) < times) deleted.add(letter)
    const other = Math.floor(chance() * all.length)
    if (chance() < 0.4 && other !== who && !away.has(who) && !away.has(other)) people.meet(who, other)
  }
  allMeet(people)
  const [first] = all
  const found = first ? lettersIn(first.state.doc) : new Map<string, number>()
  return {
    typed: typed.size,
    lost: [...typed].filter((letter) => !deleted.has(letter) && !found.has(letter)).length,
    doubled: [...found.values()].filter((times) => times > 1).length,
    moved,
    agree: all.every(({ state }) => first !== undefined && state.doc.eq(first.state.doc))
  }
}

/** Everybody hears of everything. */
export function allMeet({ all, meet }: People): void {
  for (let round = 0; round < 3; round += 1)
    for (let one = 0; one < all.length; one += 1)
      for (let other = 0; other < one; other += 1) meet(one, other)
}
