import type { Cut } from './memory-fs'

/** Nothing, everything, one of the two, and some of both, by a random choice that the step decides. */
export function cuts(step: number): [string, Cut][] {
  const random = mulberry(step)
  return [
    ['everything unsynced kept', { keepNames: () => true, keepData: () => 1 }],
    ['everything unsynced lost', { keepNames: () => false, keepData: () => 0 }],
    ['names kept, data lost', { keepNames: () => true, keepData: () => 0 }],
    ['names lost, data kept', { keepNames: () => false, keepData: () => 1 }],
    ['names out of order, data torn', { keepNames: () => random() < 0.5, keepData: () => random() }],
    ['last names lost, data torn', { keepNames: (at, count) => at < count / 2, keepData: () => random() }]
  ]
}

function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
