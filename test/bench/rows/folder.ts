import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { bodyOf, inParallel, pageOf, writer } from '../documents'
import { interleaved, summaryOf, timed } from '../measure'
import type { Row } from '../row'
import { fill, withWorkspace } from '../workspace'

const ENTRIES = 10_000
const ADDRESS = '/list/bench/site/folder'

/** A folder with ten thousand pages. */
export const folder: Row = {
  name: 'folder',
  title: 'folder of 10,000 entries listed',
  run: async (place) => {
    const workspace = join(place, 'workspace')
    await fill(workspace, (store) =>
      inParallel(ENTRIES, 32, (number) =>
        store.write(contentPath(`/bench/site/folder/page-${number}.html`), pageOf(512, number), {
          by: writer
        })
      )
    )

    const first: number[] = []
    for (let round = 0; round < 7; round += 1) {
      first.push(await withWorkspace(workspace, ({ ask }) => timed(async () => bodyOf(await ask(ADDRESS)))))
    }

    const disk = join(workspace, 'content/bench/site/folder')
    return withWorkspace(workspace, async ({ ask }) => {
      const again = await interleaved(30, {
        galley: async () => bodyOf(await ask(ADDRESS)),
        baseline: async () => Promise.all((await readdir(disk)).map((name) => stat(join(disk, name))))
      })
      const budget = { kind: 'most', atMost: 150, unit: 'ms', of: 'median' } as const
      const baseline = { what: 'readdir + stat of each', took: again.baseline }
      return [
        { what: 'first time after opening', galley: summaryOf(first), baseline, budget },
        { what: 'again', galley: again.galley, baseline, budget }
      ]
    })
  }
}
