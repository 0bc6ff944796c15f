import { isBelowAny, type LocalFile, type SyncKey } from '../../common/sync'
import { respelled } from '../../common/sync/respellings'
import type { Step } from './facts'
import type { FileMemory } from './memory'
import type { AppliedChange, SyncWorld } from './world'

/**
 * Writes a name as the other side does by now (Y8). A server that does not do that keeps its spelling, and
 * the two count as one file. What is known of the files below follows.
 */
export async function respell(
  step: Step<'respell-local' | 'respell-remote'>,
  world: SyncWorld
): Promise<AppliedChange | null> {
  const { key, path, from, kind } = step
  const isHere = kind === 'respell-local'
  const isDone = await (isHere ? world.local : world.remote).respell(from, path)
  const below = [...world.memory.files].filter(([one]) => isBelowAny(one, [key]))
  for (const [one, known] of below) {
    // on the side that has kept its spelling nothing is news any more
    const here = isDone || !isHere ? path : from
    const there = isDone || isHere ? path : from
    await world.memory.put(one, written(known, here, there))
  }
  return isDone ? { path, did: isHere ? 'renamed-here' : 'renamed-there' } : null
}

/** A conflict is about the file as it is written here by now. */
export async function followSpelling(
  local: ReadonlyMap<SyncKey, LocalFile>,
  { memory, options }: SyncWorld
): Promise<void> {
  if (options.dryRun) return
  for (const [key, known] of [...memory.files]) {
    const path = local.get(key)?.path
    if (known.conflict && path !== undefined && path !== known.conflict.path)
      await memory.put(key, { ...known, conflict: { ...known.conflict, path } })
  }
}

function written(known: FileMemory, here: string, there: string): FileMemory {
  const as = <T extends { readonly path: string; readonly remotePath: string }>(one: T): T => ({
    ...one,
    path: respelled(one.path, here),
    remotePath: respelled(one.remotePath, there)
  })
  const { agreed, conflict, intent, decision } = known
  return {
    ...(agreed && { agreed: as(agreed) }),
    ...(conflict && { conflict: as(conflict) }),
    ...(intent && { intent: as(intent) }),
    ...(decision && {
      decision: {
        ...decision,
        conflict: as(decision.conflict),
        ...(decision.before && { before: as(decision.before) })
      }
    })
  }
}
