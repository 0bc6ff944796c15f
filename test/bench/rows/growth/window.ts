import type { ServiceEvent } from '../../../../src/common/api/events'
import { contentPath } from '../../../../src/common/content/paths'
import { afterEvents } from '../../../../src/renderer/src/engines/tree/after-events'
import { emptyTree, entriesIn, withFolder } from '../../../../src/renderer/src/engines/tree/tree-state'
import { writer } from '../../documents'
import type { Finding } from '../../row'
import { cpuOf, grown } from './grown'
import { pagesIn, SITE } from './site'

/** What the tree of a window does with many file events that come in one frame: another program unpacks a site. */
export const inWindow = (): Promise<Finding[]> =>
  grown({
    sizes: [1_000, 4_000, 16_000],
    kinds: {
      created: 'file events of one folder in one frame (window)',
      deleted: 'the same files deleted in one frame'
    },
    times: 9,
    cost: async (size) => {
      const events = (change: 'created' | 'deleted') =>
        pagesIn(size, 1).map((path, seq): ServiceEvent => ({
          seq,
          type: 'file',
          change,
          path: `${SITE}${path}`,
          fileId: String(seq),
          by: writer,
          origin: 'outside'
        }))
      const folder = contentPath(`${SITE}/folder-0`)
      let tree = withFolder({ ...emptyTree, root: SITE }, folder, { status: 'ready', entries: [] })
      const frame = (change: 'created' | 'deleted', left: number) =>
        cpuOf(() => {
          tree = afterEvents(tree, events(change))
          if (entriesIn(tree, folder).length !== left) throw new Error('the tree is wrong')
          return Promise.resolve()
        })
      return { created: await frame('created', size), deleted: await frame('deleted', 0) }
    }
  })
