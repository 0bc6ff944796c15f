import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { bodyOf, pageOf, writer } from '../documents'
import { interleaved, summaryOf, timed } from '../measure'
import type { Row } from '../row'
import { fill, withWorkspace } from '../workspace'

const VERSIONS = 10_000
const ADDRESS = '/versionlist/bench/site/page.html'

/** One page that was saved ten thousand times. */
export const versions: Row = {
  name: 'versions',
  title: '10,000 versions of one file listed',
  run: async (place) => {
    const workspace = join(place, 'workspace')
    const path = contentPath('/bench/site/page.html')
    await fill(workspace, async (store) => {
      for (let number = 0; number <= VERSIONS; number += 1)
        await store.write(path, pageOf(512, number), { by: writer })
    })

    const first: number[] = []
    for (let round = 0; round < 7; round += 1) {
      first.push(await withWorkspace(workspace, ({ ask }) => timed(async () => bodyOf(await ask(ADDRESS)))))
    }

    return withWorkspace(workspace, async ({ ask }) => {
      const list = await bodyOf(await ask(ADDRESS))
      const file = join(place, 'list.json')
      await writeFile(file, list)
      const again = await interleaved(40, {
        galley: async () => bodyOf(await ask(ADDRESS)),
        baseline: async () => JSON.stringify(JSON.parse(await readFile(file, 'utf8')))
      })
      const budget = { kind: 'most', atMost: 100, unit: 'ms', of: 'median' } as const
      const baseline = { what: 'the same JSON read, parsed and written', took: again.baseline }
      return [
        { what: 'first time after opening', galley: summaryOf(first), baseline, budget },
        {
          what: 'the same beside its JSON',
          galley: summaryOf(first),
          baseline,
          budget: { kind: 'ratio', atMost: 6 }
        },
        { what: 'again', galley: again.galley, baseline, budget }
      ]
    })
  }
}
