/** A stream of numbers that begins anew with the same seed, so that a run that failed can be run again. */
export interface Random {
  /** 0 up to, not including, `below`. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    int: (below) => Math.floor(next() * below),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0]
  }
}

/** How often a property is tried: `GALLEY_RUNS=20000` for a longer run. */
export const runsOf = (usual: number): number => Number(process.env['GALLEY_RUNS'] ?? usual)

/** Runs a property with many seeds; a failure names the seed. */
export function forSeeds(usual: number, property: (random: Random, seed: number) => void, first = 1): void {
  const only = process.env['GALLEY_SEED']
  const [from, to] = only === undefined ? [first, first + runsOf(usual)] : [Number(only), Number(only) + 1]
  for (let seed = from; seed < to; seed += 1) {
    try {
      property(randomOf(seed), seed)
    } catch (error) {
      throw new Error(`Seed ${seed} (run it alone with GALLEY_SEED=${seed})`, { cause: error })
    }
  }
}
