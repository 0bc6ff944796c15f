import { labels, memoryOf } from './facts'
import { hashThere, removeThere } from './send'
import type { SyncWorld } from './world'

/**
 * Guarded (Y6): it is what was agreed on, a version of it is made, it still is, it is deleted, it is gone.
 */
export async function removeRemote(
  file: { readonly key: string; readonly path: string; readonly remotePath: string; readonly hash: string },
  world: SyncWorld
): Promise<boolean> {
  const { key, path, remotePath, hash } = file
  const agreed = memoryOf(world, key).agreed
  // somebody may have made it again since the look at this side
  if (await world.local.read(path)) return false
  const etag = await unchangedThere(remotePath, hash, agreed?.etag ?? null, world)
  if (etag === undefined) return false
  if (etag !== GONE) {
    await world.remote.label(remotePath, labels.deletion)
    const again = await unchangedThere(remotePath, hash, etag, world)
    if (again === undefined) return false
    if (again !== GONE && (await removeThere(remotePath, again, world)) === 'refused') return false
    if ((await world.remote.head(remotePath)).kind !== 'gone') return false
  }
  await world.memory.put(key, {})
  return true
}

const GONE = Symbol('gone')

/** The ETag of a remote file that still has the agreed bytes; `undefined` when it has others. */
async function unchangedThere(
  remotePath: string,
  hash: string,
  etag: string | null,
  { remote }: SyncWorld
): Promise<string | null | typeof GONE | undefined> {
  const head = await remote.head(remotePath)
  if (head.kind === 'gone') return GONE
  if (etag !== null && head.etag === etag) return etag
  const there = await remote.read(remotePath, null)
  if (there.kind !== 'file') return there.kind === 'gone' ? GONE : undefined
  return (await hashThere(there)) === hash ? there.etag : undefined
}
