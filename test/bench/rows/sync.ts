import { join } from 'node:path'
import { eachOf } from '../../../src/main/sync/at-once'
import { timed } from '../measure'
import type { Row } from '../row'
import { AT_ONCE, FILES, numbers, plainGets, withSynced, writePage } from '../synced'
import { fill } from '../workspace'

const CHANGED = 1_000

/** A site of ten thousand pages, brought in from a Galley on loopback; a run over all of them; a tenth changed. */
export const syncing: Row = {
  name: 'sync',
  title: `a sync of ${FILES.toLocaleString('en')} files of 4 KB with a Galley on loopback`,
  run: async (place) => {
    await fill(join(place, 'server'), (store) =>
      eachOf(numbers(FILES), 8, (index) => writePage(store, index, ''))
    )
    return withSynced(place, async ({ there, ask, run }) => {
      const gets = await timed(() => plainGets(ask))
      const first = await timed(() => run(FILES))
      const quiet = await timed(() => run(0))
      await eachOf(numbers(CHANGED), 8, (index) => writePage(there, index, 'changed'))
      const changed = await timed(() => run(CHANGED))
      const baseline = { what: `plain GETs of the same files, ${AT_ONCE} at a time`, took: value(gets) }
      return [
        {
          what: 'first sync, written durably',
          galley: value(first),
          baseline,
          budget: { kind: 'ratio', atMost: 2 }
        },
        {
          what: 'a run over files that nobody changed',
          galley: value(quiet),
          budget: { kind: 'most', atMost: 3000, unit: 'ms', of: 'value' }
        },
        {
          what: `${CHANGED.toLocaleString('en')} of them changed there`,
          galley: value(changed),
          budget: { kind: 'none' }
        }
      ]
    })
  }
}

/** The same the other way: ten thousand pages are sent to a Galley that has none of them, and a tenth again. */
export const pushing: Row = {
  name: 'push',
  title: `a push of ${FILES.toLocaleString('en')} files of 4 KB to a Galley on loopback`,
  run: async (place) => {
    await fill(join(place, 'client'), (store) =>
      eachOf(numbers(FILES), 8, (index) => writePage(store, index, ''))
    )
    return withSynced(place, async ({ here, ask, run }) => {
      const first = await timed(() => run(FILES))
      const gets = await timed(() => plainGets(ask))
      await eachOf(numbers(CHANGED), 8, (index) => writePage(here, index, 'changed'))
      const changed = await timed(() => run(CHANGED))
      return [
        {
          what: 'first push, written durably there',
          galley: value(first),
          baseline: { what: `plain GETs of the same files, ${AT_ONCE} at a time`, took: value(gets) },
          budget: { kind: 'ratio', atMost: 2.5 }
        },
        {
          what: `${CHANGED.toLocaleString('en')} of them changed here`,
          galley: value(changed),
          budget: { kind: 'none' }
        }
      ]
    })
  }
}

const value = (ms: number) => ({ value: ms, unit: 'ms' }) as const
