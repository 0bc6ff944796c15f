import type { ContentPath } from '../../../common/content/paths'
import { clashKey, nameOf } from '../../../common/content/paths'
import { sha256 } from '../layout/checksum'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { FileStat } from '../disk/durable-fs'
import { sameStat } from '../disk/durable-fs'
import { readStill } from './outside-file'
import { isReal } from './adopt'
import type { ContentHash, Guid } from '../layout/names'
import { newGuid, newGuidBeside } from '../layout/names'

/** Fewer are taken in one by one, and durable at once. */
export const MANY = 4
/** So many files, of so many bytes together, keep whoever wants one of them waiting. */
const CHUNK = 256
const CHUNK_BYTES = 4 * 1024 * 1024
const AT_A_GLANCE = 256 * 1024

/** A file that the index does not know, as a look at its folder found it. */
export interface Appeared {
  readonly path: ContentPath
  readonly stat: FileStat
}

/**
 * Files that another program put into a folder by the hundred are read, a few at a time, and get ids, so that
 * a list can tell of them. What makes the ids last is written behind (make-last.ts). A crash before leaves
 * files that nobody has seen yet.
 * @returns those that need a closer look one by one
 */
export async function adoptMany(
  core: Core,
  folder: ContentPath,
  appeared: readonly Appeared[]
): Promise<ContentPath[]> {
  const alone = (await isReal(core, folder)) ? await unambiguous(core, folder) : () => false
  const known: IndexRecord[] = []
  const rest: ContentPath[] = []
  for (const chunk of chunksOf(appeared)) {
    const paths = chunk.map(({ path }) => path)
    await core.locks.run(paths, async () => {
      const fresh = chunk.filter(({ path }) => !core.index.memory.get(path))
      const lost = await core.unbound.paths()
      const plain = fresh.filter(
        ({ path, stat }) => alone(nameOf(path)) && !core.index.memory.byInode(stat.ino) && !lost.has(path)
      )
      const seen = await glance(core, plain)
      const first = newGuid()
      for (const { path } of fresh) {
        const found = seen.get(path)
        if (found) known.push(pendingRecord(core, path, newGuidBeside(first), found))
        else rest.push(path)
      }
    })
  }
  if (known.length > 0) core.pendingAdoption.queue(known)
  return rest
}

interface Seen {
  readonly hash: ContentHash
  readonly stat: FileStat
}

function pendingRecord(core: Core, path: ContentPath, id: Guid, { hash, stat }: Seen): IndexRecord {
  const { size, mtimeMs, ino } = stat
  const at = Math.min(mtimeMs, core.now())
  const record = { path, id, hash, size, mtimeMs, ino, at, by: core.outsidePerson() }
  core.pendingAdoption.waiting.add(record.id)
  core.index.memory.set(record)
  return record
}

/**
 * Reads the files; without those that are no longer as the look at their folder found them. The caller holds
 * their locks.
 */
async function glance(core: Core, files: readonly Appeared[]): Promise<Map<ContentPath, Seen>> {
  const seen = new Map<ContentPath, Seen>()
  const small = files.filter(({ stat }) => stat.size <= AT_A_GLANCE)
  const looks = await core.fs.lookAll(
    small.map(({ path, stat }) => ({ path: core.layout.content(path), length: stat.size }))
  )
  for (const [index, { path, stat }] of small.entries()) {
    const look = looks[index]
    if (look && sameStat(look.stat, stat) && look.bytes.length === stat.size)
      seen.set(path, { hash: sha256(look.bytes), stat: look.stat })
  }
  for (const { path, stat } of files) {
    if (stat.size <= AT_A_GLANCE) continue
    const found = await readStill(core, path).catch(() => null)
    if (found) seen.set(path, found)
  }
  return seen
}

/**
 * Tells whether no other name in the folder clashes with this one (N5). One look at the folder serves all its
 * files.
 */
async function unambiguous(core: Core, folder: ContentPath): Promise<(name: string) => boolean> {
  const seen = new Map<string, number>()
  for (const { name } of (await core.fs.readdir(core.layout.content(folder))) ?? []) {
    const key = clashKey(name)
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  return (name) => seen.get(clashKey(name)) === 1
}

function* chunksOf(appeared: readonly Appeared[]): Generator<Appeared[]> {
  let chunk: Appeared[] = []
  let size = 0
  for (const file of appeared) {
    if (chunk.length === CHUNK || (chunk.length > 0 && size + file.stat.size > CHUNK_BYTES)) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(file)
    size += file.stat.size
  }
  if (chunk.length > 0) yield chunk
}
