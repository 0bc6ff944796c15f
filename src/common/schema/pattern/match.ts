import { assertNever } from '../../errors'
import type { Program } from './program'
import type { Place } from './syntax'

/** Steps that one test may take: well under a tenth of a second. Reached only by very long texts. */
const MAX_STEPS = 5_000_000

/**
 * Whether the program matches somewhere in the text. All alternatives advance together, one character at a
 * time, so the time is at most instructions × characters. A test that would still take too long answers true:
 * no error is better than a wrong one.
 */
export function matchesSomewhere(program: Program, text: Uint32Array): boolean {
  const run = new Run(text)
  return run.scan(program, false, null) || run.gaveUp
}

class Run {
  private steps = 0
  private readonly looks = new Map<Program, Uint8Array>()

  constructor(private readonly text: Uint32Array) {}

  get gaveUp(): boolean {
    return this.steps > MAX_STEPS
  }

  /**
   * Lets a match begin at every place.
   * @param ends null: stops at the first match; else every place where a match ends (or, backwards, begins)
   * is marked
   */
  scan(program: Program, backwards: boolean, ends: Uint8Array | null): boolean {
    const { code } = program
    const length = this.text.length
    let now: number[] = []
    let next: number[] = []
    const seen = new Int32Array(code.length).fill(-1)
    const stack: number[] = []

    /** Follows everything that consumes nothing; true when that reaches the end of the program. */
    const enter = (start: number, into: number[], at: number): boolean => {
      let matched = false
      stack.push(start)
      while (stack.length > 0) {
        const index = stack.pop() ?? 0
        const instruction = code[index]
        if (!instruction || seen[index] === at) continue
        seen[index] = at
        this.steps++
        switch (instruction.op) {
          case 'character':
            into.push(index)
            break
          case 'either':
            stack.push(instruction.b, instruction.a)
            break
          case 'jump':
            stack.push(instruction.to)
            break
          case 'place':
            if (this.isAt(instruction.place, at)) stack.push(index + 1)
            break
          case 'look': {
            const look = program.looks[instruction.look]
            const found = look !== undefined && this.found(look.program, look.ahead)[at] === 1
            if (found !== instruction.negated) stack.push(index + 1)
            break
          }
          case 'match':
            matched = true
            break
          default:
            assertNever(instruction)
        }
      }
      return matched
    }

    let any = false
    const mark = (at: number) => {
      any = true
      if (ends) ends[at] = 1
    }
    const step = backwards ? -1 : 1
    for (let at = backwards ? length : 0; ; at += step) {
      if (enter(0, now, at)) mark(at)
      if ((any && !ends) || at === (backwards ? 0 : length) || this.gaveUp) return any
      const point = this.text[backwards ? at - 1 : at] ?? 0
      next = []
      let matched = false
      for (const index of now) {
        this.steps++
        const instruction = code[index]
        if (instruction?.op === 'character' && instruction.set.has(point))
          matched = enter(index + 1, next, at + step) || matched
      }
      if (matched) mark(at + step)
      now = next
    }
  }

  /**
   * For every place, whether the program matches from there on (ahead) or up to there (behind). Found once a
   * text.
   */
  private found(program: Program, ahead: boolean): Uint8Array {
    const known = this.looks.get(program)
    if (known) return known
    const places = new Uint8Array(this.text.length + 1)
    this.looks.set(program, places)
    this.scan(program, ahead, places)
    return places
  }

  private isAt(place: Place, at: number): boolean {
    if (place === 'start') return at === 0
    if (place === 'end') return at === this.text.length
    const border = this.isWord(at - 1) !== this.isWord(at)
    return border === (place === 'word-border')
  }

  private isWord(at: number): boolean {
    const point = this.text[at]
    return point !== undefined && point < 128 && /\w/.test(String.fromCharCode(point))
  }
}
