import type { DurableFs } from '../disk/durable-fs'
import { storeError } from '../disk/error-codes'

/**
 * A disk that is only looked at, without haste.
 * @param pause waited for before each call that asks the disk
 */
export function readOnlyFs(fs: DurableFs, pause: () => Promise<void>): DurableFs {
  const refuse = (path: string) => Promise.reject(storeError('EROFS', path))
  const paced =
    <A extends unknown[], T>(ask: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await pause()
      return ask(...args)
    }
  return {
    async open(path, mode) {
      if (mode !== 'read') return refuse(path)
      await pause()
      const handle = await fs.open(path, mode)
      return { ...handle, read: paced(handle.read) }
    },
    readFile: paced(fs.readFile),
    look: paced(fs.look),
    lookAll: paced(fs.lookAll),
    lstat: paced(fs.lstat),
    lstatAll: paced(fs.lstatAll),
    readdir: paced(fs.readdir),
    lookInto: paced(fs.lookInto),
    realpath: paced(fs.realpath),
    room: fs.room,
    openFolder: fs.openFolder,
    mkdir: refuse,
    writeAll: (files) => refuse(files[0]?.path ?? ''),
    writeAllSynced: (files) => refuse(files[0]?.path ?? ''),
    appendAllSynced: (appends) => refuse(appends[0]?.path ?? ''),
    rename: refuse,
    renameAll: (moves) => refuse(moves[0]?.from ?? ''),
    link: refuse,
    unlink: refuse,
    rmdir: refuse,
    removeTree: refuse,
    syncFolder: refuse
  }
}
