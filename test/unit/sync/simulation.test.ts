import { it } from 'vitest'
import { forSeeds } from '../formats/merge/random'
import { live } from './simulated'

it('Y5 Y9 whatever fails, and wherever a crash comes, nobody’s words are lost, and all agree in the end', async () => {
  // ways that end in a failure or a crash are ways like others here: nobody reads where they came from
  Error.stackTraceLimit = 0
  const runs: (() => Promise<void>)[] = []
  const seeds: number[] = []
  forSeeds(400, (random, seed) => {
    runs.push(() => live(random, 100))
    seeds.push(seed)
  })
  for (const [at, run] of runs.entries()) {
    try {
      await run()
    } catch (error) {
      throw new Error(
        `Seed ${seeds[at]} (run it alone with GALLEY_SEED=${seeds[at]}): ${error instanceof Error ? error.message : ''}`,
        { cause: error }
      )
    }
  }
}, 20_000_000)
