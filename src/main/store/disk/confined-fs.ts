import { dirname, sep } from 'node:path'
import { clashKey } from '../../../common/content/paths'
import type { DurableFs } from './durable-fs'
import { codeOf, NOT_PLAIN, OUTSIDE, storeError } from './error-codes'
import type { Layout } from '../layout/layout'
import { mostBytes } from '../layout/read-bounds'

/**
 * The disk as far as one workspace goes, and the one gate to it. A path lies below `content/` or `.galley/`,
 * and each folder on the way to it is a real one: nothing is read, written, made or removed through a link,
 * wherever in the workspace somebody put one. The last part is the inner disk's to open as a plain file.
 *
 * Whether a folder is real is asked again each time where other programs write; below `.galley/`, where only
 * Galley does, once.
 */
export function confinedFs(fs: DurableFs, layout: Layout): DurableFs {
  const { root } = layout
  const known = new Set([root])
  const asking = new Map<string, Promise<string | null>>()

  function requirePlace(path: string): void {
    if (path === root || path === layout.contentFolder || path === layout.service) return
    const home = [layout.contentFolder, layout.service].find((folder) => path.startsWith(folder + sep))
    if (home === undefined || !isPlaceBelow(path.slice(home.length + 1))) throw storeError(OUTSIDE, path)
  }

  /** Asked once for all who want to know at the same time. */
  function realpath(path: string): Promise<string | null> {
    const running = asking.get(path)
    if (running) return running
    const ask = fs.realpath(path).finally(() => asking.delete(path))
    asking.set(path, ask)
    return ask
  }

  /**
   * False when there is a link on the way to the folder, or it is one. True where nothing is: what needs it
   * fails by itself.
   */
  async function isReal(folder: string): Promise<boolean> {
    if (known.has(folder)) return true
    let real: string | null
    try {
      real = await realpath(folder)
    } catch (error) {
      if (codeOf(error) === 'ELOOP') return false
      throw error
    }
    if (real === null) return true
    if (!isAt(real, folder)) return false
    if (lasts(folder, layout)) known.add(folder)
    return true
  }

  async function requireReal(folders: readonly string[]): Promise<void> {
    const all = [...new Set(folders)]
    const real = await Promise.all(all.map(isReal))
    for (const [at, folder] of all.entries()) if (!real[at]) throw storeError(NOT_PLAIN, folder)
  }

  async function requireParents(...paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      requirePlace(path)
      if (path === root) throw storeError(OUTSIDE, path)
    }
    await requireReal(paths.map((path) => dirname(path)))
  }

  /** As `requireParents`, of something that is removed or put elsewhere with all that is in it. */
  async function requireMovable(...paths: readonly string[]): Promise<void> {
    if (paths.some((path) => path === layout.contentFolder || path === layout.service))
      throw storeError(OUTSIDE, paths.join(' '))
    await requireParents(...paths)
  }

  function forget(gone: string): void {
    for (const folder of [...known])
      if (folder === gone || folder.startsWith(gone + sep)) known.delete(folder)
  }

  /**
   * The answer, if there is no link on the way; else null, as if there were nothing. Both are asked at once.
   */
  async function ifReal<T>(path: string, ask: () => Promise<T>): Promise<T | null> {
    requirePlace(path)
    const folder = path === root ? root : dirname(path)
    if (known.has(folder)) return ask()
    const [inside, answer] = await Promise.allSettled([isReal(folder), ask()])
    if (inside.status === 'rejected') throw inside.reason
    if (!inside.value) return null
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  /** As `ifReal`, of many paths: each folder is asked about once. */
  async function ofReal<P, T>(
    items: readonly P[],
    pathOf: (item: P) => string,
    ask: () => Promise<(T | null)[]>
  ): Promise<(T | null)[]> {
    const folders = new Set(items.map((item) => dirname(pathOf(item))))
    for (const item of items) requirePlace(pathOf(item))
    const real = await Promise.all([...folders].map(isReal))
    const unreal = new Set([...folders].filter((_folder, at) => !real[at]))
    const answers = await ask()
    if (unreal.size === 0) return answers
    return items.map((item, index) => (unreal.has(dirname(pathOf(item))) ? null : (answers[index] ?? null)))
  }

  return {
    async open(path, mode) {
      await requireParents(path)
      return fs.open(path, mode)
    },
    async readFile(path, most = mostBytes(layout, path)) {
      await requireParents(path)
      return fs.readFile(path, most)
    },
    look: (path, length) => ifReal(path, () => fs.look(path, length)),
    async lstat(path) {
      const stat = await ifReal(path, () => fs.lstat(path))
      // the workspace is gone, or its disk: nothing is made in its place
      if (stat === null && path === root) throw storeError('ENOENT', root)
      return stat
    },
    lookAll: (files) =>
      ofReal(
        files,
        ({ path }) => path,
        () => fs.lookAll(files)
      ),
    lstatAll: (paths) =>
      ofReal(
        paths,
        (path) => path,
        () => fs.lstatAll(paths)
      ),
    async readdir(path) {
      requirePlace(path)
      return (await isReal(path)) ? fs.readdir(path) : null
    },
    async lookInto(folders) {
      for (const folder of folders) requirePlace(folder)
      const looks = await fs.lookInto(folders)
      return looks.map((look, index) => (look && isAt(look.real, folders[index] ?? '') ? look : null))
    },
    realpath(path) {
      requirePlace(path)
      return realpath(path)
    },
    async mkdir(path) {
      await requireParents(path)
      return fs.mkdir(path)
    },
    async writeAll(files) {
      await requireParents(...files.map(({ path }) => path))
      await fs.writeAll(files)
    },
    async writeAllSynced(files) {
      await requireParents(...files.map(({ path }) => path))
      return fs.writeAllSynced(files)
    },
    async appendAllSynced(appends) {
      await requireParents(...appends.map(({ path }) => path))
      return fs.appendAllSynced(appends)
    },
    async renameAll(moves) {
      await requireMovable(...moves.flatMap(({ from, to }) => [from, to]))
      return fs.renameAll(moves)
    },
    async rename(from, to) {
      await requireMovable(from, to)
      await fs.rename(from, to)
      forget(from)
      forget(to)
    },
    async link(from, to) {
      await requireParents(from, to)
      if ((await fs.lstat(from))?.kind === 'other') throw storeError(NOT_PLAIN, from)
      await fs.link(from, to)
    },
    async unlink(path) {
      await requireParents(path)
      return fs.unlink(path)
    },
    async rmdir(path) {
      await requireMovable(path)
      await fs.rmdir(path)
      forget(path)
    },
    async removeTree(path) {
      await requireMovable(path)
      await fs.removeTree(path)
      forget(path)
    },
    async syncFolder(path) {
      requirePlace(path)
      await requireReal([path])
      await fs.syncFolder(path)
    },
    async openFolder(path) {
      requirePlace(path)
      await requireReal([path])
      return fs.openFolder(path)
    },
    room(folder) {
      requirePlace(folder)
      return fs.room(folder)
    }
  }
}

const windows = process.platform === 'win32'

// eslint-disable-next-line no-control-regex -- what ends a name in a path is exactly what is refused
const NO_NAME = /(?:^|\/)\.{0,2}(?:\/|$)|\u0000/
/** Streams of a file, names of devices, and names that Windows reads as another. */
const NO_WINDOWS_NAME =
  // eslint-disable-next-line no-control-regex -- Windows refuses these
  /[:<>"|?*\u0001-\u001f]|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)|[. ](?:\/|$)/i

/** True for one or more plain names below a folder, in the system's own way of writing paths. */
export function isPlaceBelow(below: string, onWindows = windows): boolean {
  const parts = onWindows ? below.replaceAll('\\', '/') : below
  return !NO_NAME.test(parts) && !(onWindows && NO_WINDOWS_NAME.test(parts))
}

/**
 * On disks that do not tell case and normal forms apart, a folder may be asked for in another spelling than
 * it has.
 */
const sameButSpelling = (a: string, b: string) =>
  (windows || process.platform === 'darwin') && clashKey(a) === clashKey(b)

const isAt = (real: string, folder: string) => real === folder || sameButSpelling(real, folder)

/** Folders that only Galley makes and removes, and that no content is moved into. */
function lasts(folder: string, { service, trash, staging, damaged }: Layout): boolean {
  if (folder !== service && !folder.startsWith(service + sep)) return false
  return ![trash, staging, damaged].some((home) => folder.startsWith(home + sep))
}
