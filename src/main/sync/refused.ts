import { syncKey } from '../../common/sync'
import type { PairMemory } from './pair-memory'

/**
 * Forgets what both sides had of files whose deletion somebody has refused (Y2): the side that still has one
 * gives it to the other again, as a new file.
 */
export async function keepRefused({ files }: PairMemory, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const key = syncKey(path)
    const known = files.files.get(key)
    if (known?.agreed) await files.put(key, { ...known, agreed: undefined })
  }
}
