import { siteOf, type ContentPath } from '../../common/content/paths'
import { concernedKeys } from '../../common/links/concerned'
import { looseKeysFor } from '../../common/links/loose-keys'
import type { Asking } from './asking'
import { leadingTo, outOf, type AroundDocument } from './document-links'
import type { openGathering } from './gathering'
import { keyedEdges, type Edge, type Surroundings } from './graph'
import { isCountedFile } from './link-index'

/** So many documents that may link to one are read at once. */
const LOT = 250

interface Rowed {
  readonly gathering: ReturnType<typeof openGathering>
  readonly asking: Asking<Surroundings>
  readonly rows: Parameters<typeof openGathering>[0]['rows']
}

/** The links of one document by rows of what is around it; null where there is no such file. */
export async function aroundByRows(
  { gathering, asking, rows }: Rowed,
  path: ContentPath
): Promise<AroundDocument | null> {
  const { around, settled } = gathering
  const file = await settled(() => around.files.get(path))
  if (!file) return null

  async function into(most: number): Promise<readonly Edge[]> {
    const site = siteOf(path)
    const redirects = new Map([[site, await settled(() => around.world.redirects(site))]])
    const keys = concernedKeys({ moved: (one) => one, files: [path], redirects, hosts: around.hosts })
    const loose = looseKeysFor(keys)
    const found: Edge[] = []
    for (let after = ''; found.length < most;) {
      const some = await rows.linking(loose, after, LOT)
      const edges = some
        .filter((one) => isCountedFile(one.path))
        .flatMap((from) => keyedEdges(from, around.saidOf))
        .flatMap(([key, edge]) => (keys.has(key) ? [edge] : []))
      found.push(...(await settled(() => leadingTo(asking, edges, path))))
      if (some.length < LOT) break
      after = some.at(-1)?.path ?? after
    }
    return found.slice(0, most)
  }

  return { file, into, out: (from, most) => settled(() => outOf(asking, file, from, most)) }
}
