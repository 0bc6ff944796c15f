import type { DurableFs, DurableHandle } from '../disk/durable-fs'
import type { OpenMode } from '../disk/durable-fs'
import type { WorkspaceLock } from './process-lock'

/**
 * The disk for as long as this process owns the workspace (W7). Who lost the lock, because its file was
 * deleted or replaced, changes nothing: it is asked before a name or a log changes, and again while what was
 * written becomes durable, so that nothing is acknowledged that another owner does not know of.
 */
export function ownedFs(
  fs: DurableFs,
  { requireOwned, requirePlace }: Pick<WorkspaceLock, 'requireOwned' | 'requirePlace'>
): DurableFs {
  const whileOwned = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    await requireOwned()
    return done
  }

  function owned(handle: DurableHandle, mode: OpenMode): DurableHandle {
    if (mode === 'read') return handle
    return {
      ...handle,
      async write(data) {
        if (mode === 'append' || mode === 'update') await requirePlace()
        await handle.write(data)
      },
      async truncate(length) {
        await requirePlace()
        await handle.truncate(length)
      },
      sync: () => whileOwned(handle.sync()),
      datasync: () => whileOwned(handle.datasync())
    }
  }

  return {
    ...fs,
    open: async (path, mode) => owned(await fs.open(path, mode), mode),
    async writeAll(files) {
      await requirePlace()
      await fs.writeAll(files)
    },
    async writeAllSynced(files) {
      await requirePlace()
      return whileOwned(fs.writeAllSynced(files))
    },
    async appendAllSynced(appends) {
      await requirePlace()
      return whileOwned(fs.appendAllSynced(appends))
    },
    async renameAll(moves) {
      await requirePlace()
      return whileOwned(fs.renameAll(moves))
    },
    async rename(from, to) {
      await requirePlace()
      await fs.rename(from, to)
    },
    async link(from, to) {
      await requirePlace()
      await fs.link(from, to)
    },
    async unlink(path) {
      await requirePlace()
      return fs.unlink(path)
    },
    async rmdir(path) {
      await requirePlace()
      await fs.rmdir(path)
    },
    async removeTree(path) {
      await requirePlace()
      await fs.removeTree(path)
    },
    syncFolder: (path) => whileOwned(fs.syncFolder(path)),
    async openFolder(path) {
      const folder = await fs.openFolder(path)
      return { sync: () => whileOwned(folder.sync()), close: () => folder.close() }
    }
  }
}
