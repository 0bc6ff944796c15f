import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { clashKey } from '../../src/common/content/paths'
import type { DurableFs } from '../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../src/main/store/disk/node-fs'

/** A disk that keeps the case of names and does not tell names apart by it, as those of Windows and macOS, on one that does. */
export function caseBlindFs(root: string): DurableFs {
  /** The path as it is written on the disk, as far as it is there. */
  async function at(path: string): Promise<string> {
    if (!path.startsWith(root) || path === root) return path
    const folder = await at(dirname(path))
    const names = await readdir(folder).catch((): string[] => [])
    const name = basename(path)
    const there = names.includes(name) ? name : names.find((one) => clashKey(one) === clashKey(name))
    return join(folder, there ?? name)
  }
  /** A new name is written as it was asked for, also over the same name in another case. */
  const to = async (path: string) => join(await at(dirname(path)), basename(path))
  const on =
    <A extends readonly unknown[], R>(call: (path: string, ...rest: A) => Promise<R>) =>
    async (path: string, ...rest: A): Promise<R> =>
      call(await at(path), ...rest)
  return {
    open: on(nodeFs.open),
    readFile: on(nodeFs.readFile),
    look: on(nodeFs.look),
    lookAll: async (files) =>
      nodeFs.lookAll(
        await Promise.all(files.map(async ({ path, length }) => ({ path: await at(path), length })))
      ),
    lstat: on(nodeFs.lstat),
    lstatAll: async (paths) => nodeFs.lstatAll(await Promise.all(paths.map(at))),
    readdir: on(nodeFs.readdir),
    lookInto: async (folders) => nodeFs.lookInto(await Promise.all(folders.map(at))),
    realpath: on(nodeFs.realpath),
    mkdir: on(nodeFs.mkdir),
    writeAll: async (files) =>
      nodeFs.writeAll(
        await Promise.all(files.map(async ({ path, data }) => ({ path: await at(path), data })))
      ),
    writeAllSynced: async (files) =>
      nodeFs.writeAllSynced(
        await Promise.all(files.map(async (file) => ({ ...file, path: await at(file.path) })))
      ),
    renameAll: async (moves) =>
      nodeFs.renameAll(
        await Promise.all(
          moves.map(async (move) => ({ ...move, from: await at(move.from), to: await to(move.to) }))
        )
      ),
    appendAllSynced: async (appends) =>
      nodeFs.appendAllSynced(
        await Promise.all(appends.map(async (one) => ({ ...one, path: await at(one.path) })))
      ),
    rename: async (from, target) => nodeFs.rename(await at(from), await to(target)),
    link: async (from, target) => nodeFs.link(await at(from), await at(target)),
    unlink: on(nodeFs.unlink),
    rmdir: on(nodeFs.rmdir),
    removeTree: on(nodeFs.removeTree),
    syncFolder: on(nodeFs.syncFolder),
    room: on(nodeFs.room),
    openFolder: on(nodeFs.openFolder)
  }
}
