import type { Clash } from './operations'
import { syncKey, type BaseFile, type SyncKey, type Trees } from './trees'

interface Written {
  readonly side: 'local' | 'remote'
  readonly path: string
}

/**
 * Names that would fall together (N5): two of one side, one file that is new to both and written otherwise on
 * each side (unless the server writes everything in small letters), and a file on one side where the other
 * has a folder.
 */
export function clashesIn(trees: Trees, bases: ReadonlyMap<SyncKey, BaseFile>, lowerCase: boolean): Clash[] {
  const byKey = new Map<SyncKey, Written[]>()
  const add = (side: Written['side'], path: string) => {
    const key = syncKey(path)
    const known = byKey.get(key)
    if (known) known.push({ side, path })
    else byKey.set(key, [{ side, path }])
  }
  for (const { path } of trees.local) add('local', path)
  for (const { path } of trees.remote) add('remote', path)
  const clashes: Clash[] = []
  for (const [key, paths] of byKey) {
    const reason = reasonFor(paths, bases.get(key), lowerCase)
    if (reason) clashes.push({ reason, keys: [key], paths })
  }
  return [...clashes, ...filesAndFolders(byKey)].sort((a, b) =>
    (a.keys[0] ?? '') < (b.keys[0] ?? '') ? -1 : 1
  )
}

function reasonFor(
  paths: readonly Written[],
  base: BaseFile | undefined,
  lowerCase: boolean
): 'same-name' | 'other-spelling' | null {
  const [local, ...moreLocal] = paths.filter(({ side }) => side === 'local')
  const [remote, ...moreRemote] = paths.filter(({ side }) => side === 'remote')
  if (moreLocal.length > 0 || moreRemote.length > 0) return 'same-name'
  if (!local || !remote || local.path === remote.path) return null
  // a pair that is known to be one file, whoever has corrected its spelling
  if (base) return null
  if (lowerCase && remote.path === local.path.toLowerCase()) return null
  return 'other-spelling'
}

function filesAndFolders(byKey: ReadonlyMap<SyncKey, readonly Written[]>): Clash[] {
  const clashes: Clash[] = []
  for (const [key, paths] of byKey) {
    for (let cut = key.lastIndexOf('/'); cut > 0; cut = key.lastIndexOf('/', cut - 1)) {
      const above = byKey.get(key.slice(0, cut))
      if (above)
        clashes.push({
          reason: 'file-and-folder',
          keys: [key.slice(0, cut), key],
          paths: [...above, ...paths]
        })
    }
  }
  return clashes
}
