import { LRUCache } from 'lru-cache'
import { bounds, tooLarge } from '../../common/bounds'
import { siteFolder } from '../../common/publishing/addresses'
import type { SheetOutline } from '../../common/publishing/sheet-outline'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import type { Workers } from '../workers'

/** Where the rows of large published sheets lie: read once per content, kept by its hash. */
export interface SheetOutlines {
  /** @throws GalleyError too-large, too-complex */
  of(state: PublishedState): Promise<SheetOutline | 'mixed' | 'none'>
}

export function openSheetOutlines(store: Store, workers: Workers): SheetOutlines {
  const known = new LRUCache<string, SheetOutline | 'mixed' | 'none'>({
    maxSize: MOST_BYTES,
    sizeCalculation: (outline) =>
      typeof outline === 'string'
        ? OVERHEAD
        : outline.sheets.reduce(
            (sum, { rows, name }) => sum + rows.byteLength + name.length + OVERHEAD,
            OVERHEAD
          )
  })
  const making = new Map<string, Promise<SheetOutline | 'mixed' | 'none'>>()

  async function make({ hash, path, size }: PublishedState) {
    if (size > bounds.json.characters)
      throw tooLarge({
        what: 'This file',
        of: 'bytes',
        bound: bounds.json.characters,
        found: size,
        where: path
      })
    const outline = await workers.run(
      'sheet-outline',
      { tenant: siteFolder(path), bytes: size },
      async () => ({
        bytes: await store.published.read(hash, path)
      })
    )
    known.set(hash, outline)
    return outline
  }

  return {
    async of(state) {
      const found = known.get(state.hash)
      if (found) return found
      const one = making.get(state.hash) ?? make(state).finally(() => making.delete(state.hash))
      making.set(state.hash, one)
      return one
    }
  }
}

const MOST_BYTES = 64 * 1024 * 1024
const OVERHEAD = 512
