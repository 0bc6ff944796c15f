import type { DurableFs, DurableHandle } from './durable-fs'
import { allDone } from './durable-write'
import type { OpenMode } from './plain-file'

/** Rejects when the lock of the workspace is not this process's any more. */
export type RequireOwned = () => Promise<void>

/**
 * The disk for as long as this process owns the workspace (W7). Who lost the lock, because its file was deleted or replaced, changes
 * nothing: it is asked before a name or a log changes, and again while what was written becomes durable, so that nothing is acknowledged
 * that another owner does not know of.
 */
export function ownedFs(fs: DurableFs, requireOwned: RequireOwned): DurableFs {
  const whileOwned = async <T>(work: Promise<T>): Promise<T> => (await allDone([work, requireOwned()]))[0]

  function owned(handle: DurableHandle, mode: OpenMode): DurableHandle {
    if (mode === 'read') return handle
    return {
      ...handle,
      async write(data) {
        if (mode === 'append' || mode === 'update') await requireOwned()
        await handle.write(data)
      },
      async truncate(length) {
        await requireOwned()
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
      await requireOwned()
      await fs.writeAll(files)
    },
    async rename(from, to) {
      await requireOwned()
      await fs.rename(from, to)
    },
    async link(from, to) {
      await requireOwned()
      await fs.link(from, to)
    },
    async unlink(path) {
      await requireOwned()
      return fs.unlink(path)
    },
    async rmdir(path) {
      await requireOwned()
      await fs.rmdir(path)
    },
    async removeTree(path) {
      await requireOwned()
      await fs.removeTree(path)
    },
    syncFolder: (path) => whileOwned(fs.syncFolder(path)),
    async openFolder(path) {
      const folder = await fs.openFolder(path)
      return { sync: () => whileOwned(folder.sync()), close: () => folder.close() }
    }
  }
}
