import { expect, test } from 'vitest'
import type { ServiceEventBody } from '../../../src/common/api/events'
import { openMemoryStore } from '../../support/memory-store'
import { fc } from '../../support/properties'
import { BEGIN, outcome, step, told } from '../../support/store-steps'
import { withStore } from '../../support/workspace'

const withoutIds = (event: ServiceEventBody): string =>
  JSON.stringify(event, (key, one: unknown) => (key === 'fileId' ? undefined : one))

test(
  'S1 S4 S5 V3 U1 the store of a folder and the one in memory answer the same, whatever is asked of them',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const clock = { now: BEGIN }
        const now = () => clock.now
        await withStore(
          async (folder) => {
            const memory = openMemoryStore({ now })
            const heard: [string[], string[]] = [[], []]
            ;[folder, memory].forEach((store, at) =>
              store.subscribe((event) => heard[at]?.push(withoutIds(event)))
            )
            for (const one of steps) {
              clock.now += one.do === 'later' ? one.ms : 1
              const [here, there] = [await outcome(folder, one, clock), await outcome(memory, one, clock)]
              expect(here, JSON.stringify(one)).toEqual(there)
              const [mine, its] = heard.map((events) => events.splice(0).sort())
              expect(mine, JSON.stringify(one)).toEqual(its)
            }
            expect(await told(folder)).toEqual(await told(memory))
            await memory.close()
          },
          { watch: false, now }
        )
      }),
      { numRuns: 60 }
    ),
  120_000
)
