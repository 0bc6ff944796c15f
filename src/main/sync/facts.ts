import type { Operation, Theirs } from '../../common/sync'
import { decisionFor, type AgreedFile, type FileMemory } from './memory'
import type { Observed } from './observe'
import { assetsNamed } from './page-assets'
import type { Content } from './sides'
import type { SyncWorld } from './world'

/** An operation of one kind. */
export type Step<K extends Operation['kind']> = Extract<Operation, { kind: K }>

/** What was read in this pass already, by hash. */
export interface Fetched {
  readonly content: Content
  readonly hash: string
  readonly etag: string | null
  readonly theirs: Theirs
}

/** What one pass has learned beside the world. */
export interface PassFacts {
  readonly observed: Observed
  readonly fetched: Map<string, Fetched>
}

/** Labels of the versions that a sync makes. */
export const labels = {
  merge: 'Before merge',
  deletion: 'Deleted by sync',
  chosen: 'Before first sync'
} as const

export const memoryOf = (world: SyncWorld, key: string): FileMemory => world.memory.files.get(key) ?? {}

/** The remote bytes of that hash, of this pass or read again; null when they are others by now. */
export async function fetchAgain(
  key: string,
  remotePath: string,
  hash: string,
  { remote }: SyncWorld,
  { fetched }: PassFacts
): Promise<Fetched | null> {
  const known = fetched.get(key)
  if (known?.hash === hash) return known
  const there = await remote.read(remotePath, null)
  if (there.kind !== 'file') return null
  const { content, etag, theirs } = there
  if (content.hash === hash) return { content, hash, etag, theirs }
  await content.drop()
  return null
}

/**
 * From now on both have this. Ends what was intended, and a conflict about it.
 * @param bytes what both have, where it is at hand
 */
export async function agree(
  key: string,
  file: Pick<AgreedFile, 'path' | 'remotePath' | 'hash' | 'id'>,
  etag: string | null,
  world: SyncWorld,
  { observed }: PassFacts,
  { isOurs = false, bytes = null }: { readonly isOurs?: boolean; readonly bytes?: Uint8Array | null } = {}
): Promise<void> {
  const { path, remotePath, hash, id } = file
  // what we have written ourselves has another time than the list told
  const item = observed.items.get(key)
  const lastModified = isOurs ? null : (item?.lastModified ?? null)
  await world.memory.put(key, {
    agreed: {
      path,
      remotePath,
      hash,
      id,
      etag,
      lastModified,
      ...(item?.id != null && { remoteId: item.id }),
      ...assetsNamed(file, bytes, world)
    },
    ...decisionFor(memoryOf(world, key), hash)
  })
}
