import { memoryOf, type PassFacts, type Step } from './facts'
import { writeThere } from './push'
import { removeRemote } from './remove-remote'
import type { AppliedChange, SyncWorld } from './world'

/** Makes it at its new place there, checks that, and deletes the old one, guarded (Y7). */
export async function renameRemote(
  step: Step<'rename-remote'>,
  world: SyncWorld,
  facts: PassFacts
): Promise<AppliedChange | null> {
  const mine = await world.local.read(step.path)
  if (!mine || mine.hash !== step.hash) return null
  const { remotePath } = step
  const file = { path: step.path, remotePath, hash: step.hash, id: mine.id }
  const written = await writeThere(step.key, file, mine.content, 'absent', world, facts)
  if (written === 'conflict') return { path: step.path, did: 'conflict' }
  if (!written) return null
  await removeRemote(step.from, world)
  return { path: step.path, did: 'renamed-there' }
}

/**
 * Moves it here. What it has become, there or here, is found by the next pass: what both had is still the
 * base.
 */
export async function renameLocal(
  step: Step<'rename-local'>,
  world: SyncWorld,
  { observed }: PassFacts
): Promise<AppliedChange | null> {
  const { key, path, remotePath, from } = step
  const known = memoryOf(world, from.key)
  if (!known.agreed || (await world.local.read(path))) return null
  const moved = await world.local.move(from.path, path)
  if (!moved) return null
  const item = observed.items.get(key)
  const isSame = step.hash === from.base
  await world.memory.put(key, {
    agreed: {
      path,
      remotePath,
      hash: from.base,
      id: moved.id,
      etag: isSame ? (item?.etag ?? null) : null,
      lastModified: isSame ? (item?.lastModified ?? null) : null,
      ...(item?.id != null && { remoteId: item.id })
    }
  })
  await world.memory.put(from.key, {})
  return { path, did: step.isTwice ? 'renamed-twice' : 'renamed-here' }
}
