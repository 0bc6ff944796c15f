import { dirname } from 'node:path'
import { GalleyError, sentence } from '../../../common/errors'
import { sha256InTurns } from '../layout/checksum'
import type { DurableFs, FileStat, NewFile } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { codeOf } from '../disk/error-codes'
import { readHash } from '../disk/hash-file'
import { allDone, makeFolders, writeSynced, writeSyncedWithName } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import type { Problems } from '../damaged/problems'
import type { ContentHash, Guid } from '../layout/names'

/**
 * The store's own copy of contents. The current content of every file with versions is backed by its shadow,
 * or by a blob with the same hash; a version always by a blob. So an acknowledged content is there whatever
 * another program does to the file, and a shadow becomes a blob by a rename when a version needs it (V6, W5).
 */
export interface Backing {
  /** Makes the bytes durable for a file's coming content. */
  keep(fileId: Guid, hash: ContentHash, bytes: Uint8Array): Promise<void>
  /**
   * As `keep`, of many, and new files that belong to them, all written before the first is waited for: disks
   * make no files while they write their journal. Where the folder of one was removed, all of them fail.
   * @returns the outsides of the new files, in their order
   */
  keepAll(
    files: readonly { readonly id: Guid; readonly hash: ContentHash; readonly bytes: Uint8Array }[],
    newFiles: readonly NewFile[]
  ): Promise<readonly FileStat[]>
  /** Makes a blob of a file's backed content. @returns false when there is nothing to make it of */
  promote(fileId: Guid, hash: ContentHash, size: number, loose?: boolean): Promise<boolean>
  /**
   * As `promote`, of many small contents, in their order: looks, renames and waits for the disk together.
   */
  promoteAll(contents: readonly Backed[]): Promise<boolean[]>
  /** Makes a blob of bytes in memory. */
  store(hash: ContentHash, bytes: Uint8Array): Promise<void>
  /** Forgets a file's shadow of a content that is no longer needed. */
  drop(fileId: Guid, hash: ContentHash): Promise<void>
  /** Null when nothing backs it. */
  read(fileId: Guid, hash: ContentHash): Promise<Uint8Array | null>
  /** A version's bytes, checked (W8). @throws damaged */
  readBlob(hash: ContentHash, where: string): Promise<Uint8Array>
}

/** A file's content that the store has a copy of. */
interface Backed {
  readonly id: Guid
  readonly hash: ContentHash
  readonly size: number
  readonly loose: boolean
}

export function createBacking(fs: DurableFs, layout: Layout, problems: Problems): Backing {
  /** The folder was made with the workspace; if somebody removed it since, it is made again. */
  async function withFolder(file: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      await makeFolders(fs, dirname(file))
      await work()
    }
  }

  /** Whether the blob is what its name says: one that was damaged since must not cost a sound copy. */
  async function hasSoundBlob(hash: ContentHash, size: number): Promise<boolean> {
    const blob = layout.blob(hash)
    if ((await fs.lstat(blob))?.size !== size) return false
    return (await readHash(fs, blob).catch(() => null)) === hash
  }

  async function write(file: string, bytes: Uint8Array): Promise<void> {
    await withFolder(file, () => writeSyncedWithName(fs, file, bytes, 'replace'))
  }

  async function checked(file: string, hash: ContentHash): Promise<Uint8Array | null> {
    if (!(await fs.lstat(file))) return null
    const bytes = await readIfPlain(fs, file)
    return bytes && (await sha256InTurns(bytes)) === hash ? bytes : null
  }

  /**
   * Second copies that this process has written: of others it is asked whether they are still what their name
   * says.
   */
  const own = new Set<string>()

  function isOwn(shadow: string): void {
    if (own.size >= MOST_OWN) own.clear()
    own.add(shadow)
  }

  async function isSoundShadow(shadow: string, hash: ContentHash): Promise<boolean> {
    return own.has(shadow) || (await readHash(fs, shadow).catch(() => null)) === hash
  }

  async function promote(fileId: Guid, hash: ContentHash, size: number, loose = false): Promise<boolean> {
    if (loose) return promoteLoose(fileId, hash, size)
    const shadow = layout.shadow(fileId, hash)
    const blob = layout.blob(hash)
    const [names, blobIs, shadowIs] = await allDone([
      fs.openFolder(dirname(blob)).catch(() => null),
      fs.lstat(blob),
      fs.lstat(shadow)
    ])
    const sync = () => (names ? names.sync() : fs.syncFolder(dirname(blob)))
    try {
      if (blobIs?.size === size && (await hasSoundBlob(hash, size))) {
        await sync()
        if (shadowIs) await fs.unlink(shadow)
        return true
      }
      if (shadowIs?.size !== size || !(await isSoundShadow(shadow, hash))) return false
      await withFolder(blob, () => fs.rename(shadow, blob))
      await sync()
      return true
    } finally {
      names?.close().catch(() => undefined)
    }
  }

  /**
   * A shadow that was never synced: a power cut may have left it torn, under the right name and with the
   * right size.
   */
  async function promoteLoose(fileId: Guid, hash: ContentHash, size: number): Promise<boolean> {
    const shadow = layout.shadow(fileId, hash)
    const bytes = await checked(shadow, hash)
    if (!bytes) return hasSoundBlob(hash, size)
    await writeWhole(fs, layout.blob(hash), bytes)
    await fs.unlink(shadow)
    return true
  }

  /**
   * Most have a shadow of their own that only needs its other name. What is not that simple, or was removed
   * meanwhile, goes by itself.
   */
  async function promoteAll(contents: readonly Backed[]): Promise<boolean[]> {
    const places = contents.map((content) => ({
      content,
      shadow: layout.shadow(content.id, content.hash),
      blob: layout.blob(content.hash)
    }))
    const [blobs, shadows] = await allDone([
      fs.lstatAll(places.map(({ blob }) => blob)),
      fs.lstatAll(places.map(({ shadow }) => shadow))
    ])
    const hasBlob = (at: number) => blobs[at]?.size === contents[at]?.size
    const hasShadow = (at: number) => shadows[at]?.size === contents[at]?.size && !contents[at]?.loose
    const asked = places.flatMap(({ content, shadow, blob }, at) => {
      if (hasBlob(at)) return [{ at, path: blob, length: content.size }]
      return hasShadow(at) && !own.has(shadow) ? [{ at, path: shadow, length: content.size }] : []
    })
    const looks = asked.length > 0 ? await fs.lookAll(asked) : []
    const isSound = new Map<number, boolean>()
    for (const [index, { at }] of asked.entries()) {
      const bytes = looks[index]?.bytes
      isSound.set(at, bytes !== undefined && (await sha256InTurns(bytes)) === contents[at]?.hash)
    }
    const there = places.filter((_place, at) => hasBlob(at) && isSound.get(at))
    const simple = places.filter((_place, at) => !hasBlob(at) && hasShadow(at) && isSound.get(at) !== false)
    const moved = await fs
      .renameAll(simple.map(({ shadow, blob }) => ({ from: shadow, to: blob })))
      .catch(() => null)
    const done = new Set(moved ? simple : [])
    // a blob that is there may have come there a moment ago, and not durably
    for (const folder of new Set(there.map(({ blob }) => dirname(blob)))) await fs.syncFolder(folder)
    for (const place of there) {
      if (shadows[places.indexOf(place)]) await fs.unlink(place.shadow)
      done.add(place)
    }
    const results = []
    for (const place of places) {
      const { id, hash, size, loose } = place.content
      results.push(done.has(place) || (await promote(id, hash, size, loose)))
    }
    return results
  }

  return {
    promote,
    promoteAll,
    // also where there is a blob of it: to ask for that first costs every save a step
    async keep(fileId, hash, bytes) {
      const shadow = layout.shadow(fileId, hash)
      await write(shadow, bytes)
      isOwn(shadow)
    },
    async keepAll(files, newFiles) {
      const shadows = files.map(({ id, hash, bytes }) => ({ path: layout.shadow(id, hash), data: bytes }))
      const stats = await fs.writeAllSynced([...newFiles, ...shadows])
      for (const { path } of shadows) isOwn(path)
      return stats.slice(0, newFiles.length)
    },
    async store(hash, bytes) {
      if (await hasSoundBlob(hash, bytes.length)) await fs.syncFolder(dirname(layout.blob(hash)))
      else await withFolder(layout.blob(hash), () => writeWhole(fs, layout.blob(hash), bytes))
    },
    async drop(fileId, hash) {
      await fs.unlink(layout.shadow(fileId, hash))
    },
    async read(fileId, hash) {
      return (await checked(layout.blob(hash), hash)) ?? (await checked(layout.shadow(fileId, hash), hash))
    },
    async readBlob(hash, where) {
      const blob = layout.blob(hash)
      const bytes = await checked(blob, hash)
      if (bytes) return bytes
      const message = 'The content of a version is damaged. The other versions are intact.'
      if (await fs.lstat(blob)) await problems.setAside(blob, message)
      problems.report(where, message)
      throw new GalleyError(
        'damaged',
        sentence`${{ problem: message }} The damaged copy was set aside in .galley/damaged.`,
        { where }
      )
    }
  }
}

/** Names of files that are remembered; forgetting one costs a look at it. */
const MOST_OWN = 20_000

/** A blob never exists half: it gets its name when its bytes are durable. */
async function writeWhole(fs: DurableFs, blob: string, bytes: Uint8Array): Promise<void> {
  const temp = `${blob}.new`
  await writeSynced(fs, temp, bytes, 'replace')
  await fs.rename(temp, blob)
  await fs.syncFolder(dirname(blob))
}
