import type { ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { FileContent, Store } from '../store/types'
import { configFile, configPathOf } from './config-file'
import { unlessDeleted } from './deleted-config'

/** Bytes of a config; more do not come in, but another program may have put them there. */
export const MOST_CONFIG_BYTES = 16 * 1024 * 1024

/** The config of a path as it is stored; null when there is none. @throws GalleyError too-large, unread */
export async function storedConfig(store: Store, path: ContentPath): Promise<FileContent | null> {
  const entry = await store.stat(configFile(path))
  if (entry?.kind !== 'file' || !unlessDeleted(entry)) return null
  if (entry.size <= MOST_CONFIG_BYTES) return store.read(configFile(path))
  throw new GalleyError(
    'too-large',
    sentence`This config has ${{ size: entry.size }} bytes; at most 16 MB are read.`,
    { where: path }
  )
}

/** The paths that have a config, by a folder of configs and all below it. */
export async function configsBelow(store: Store, folder: ContentPath): Promise<ContentPath[]> {
  const entries = (await store.list(folder)) ?? []
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (entry.kind === 'folder') return configsBelow(store, entry.path)
      return unlessDeleted(entry) ? [configPathOf(entry.path)] : []
    })
  )
  return found.flat().filter((path) => path !== null)
}
