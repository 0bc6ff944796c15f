import { RESTORE_POINT } from '../../common/content/version-labels'
import type { ContentPath } from '../../common/content/paths'
import { contentPath, isWithin, segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type {
  Condition,
  FileContent,
  Store,
  Version,
  VersionContent,
  WriteOptions,
  WriteResult
} from '../store/types'
import { configFile, configFolder, configPathOf, configsRoot } from '../configs/config-file'
import { deletedConfig, unlessDeleted } from '../configs/deleted-config'
import { configsBelow, storedConfig } from '../configs/stored-config'
import type { Access } from './access'

/**
 * The configs as one caller may use them: every call asks for permission first (P4, P6). Paths are those that
 * the configs are of.
 */
interface Configs {
  read(path: ContentPath): Promise<FileContent | null>
  write(
    path: ContentPath,
    text: Uint8Array,
    options: Pick<WriteOptions, 'by'> & { condition: Condition }
  ): Promise<WriteResult>
  /**
   * Takes it away; its history is kept, and goes on when the path gets one again.
   * @throws GalleyError not-found when there is none
   */
  remove(path: ContentPath, options: Pick<WriteOptions, 'by'> & { condition: Condition }): Promise<void>
  /** The paths at and below one that have a config which the caller may read, sorted. */
  list(path: ContentPath): Promise<ContentPath[]>
  /** Newest first (C2). */
  versions(path: ContentPath): Promise<Version[]>
  /** Null for what is no version of a config of this organization that the caller may read. */
  readVersion(org: string, fileId: string, versionId: string): Promise<VersionContent | null>
}

export function configsFor(store: Store, access: Access): Configs {
  async function reads(path: ContentPath): Promise<boolean> {
    return (await access.at(path)).configActions(path).includes('read')
  }

  return {
    async read(path) {
      await access.requireConfig('read', path)
      return storedConfig(store, path)
    },
    async write(path, text, { by, condition }) {
      await access.requireConfig('write', path)
      return store.write(configFile(path), text, {
        by,
        condition: (current) => condition(unlessDeleted(current))
      })
    },
    async remove(path, { by, condition }) {
      await access.requireConfig('write', path)
      await store.write(configFile(path), deletedConfig.bytes, {
        by,
        keepAs: RESTORE_POINT,
        condition(stored) {
          const current = unlessDeleted(stored)
          condition(current)
          if (!current) throw new GalleyError('not-found', 'There is no config here.', { where: path })
        }
      })
    },
    async list(path) {
      const own = await store.stat(configFile(path))
      const paths = [
        ...(own?.kind === 'file' && unlessDeleted(own) ? [path] : []),
        ...(await configsBelow(store, configFolder(path)))
      ]
      const readable = await Promise.all(paths.map(reads))
      return paths.filter((_, index) => readable[index]).sort((a, b) => (a < b ? -1 : 1))
    },
    async versions(path) {
      await access.requireConfig('read', path)
      return (await store.versions(configFile(path))).filter((version) => unlessDeleted(version))
    },
    async readVersion(org, fileId, versionId) {
      const found = await store.readVersion(segmentsOf(configsRoot)[0] ?? '', fileId, versionId)
      const path = found && configPathOf(found.lastPath)
      return path && isWithin(path, contentPath(`/${org}`)) && (await reads(path)) ? found : null
    }
  }
}
