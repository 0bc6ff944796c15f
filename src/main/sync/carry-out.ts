import type { Operation } from '../../common/sync'
import type { PassFacts } from './facts'
import { mergeRenamed } from './merge-renamed'
import { merge } from './merge-step'
import { adopt, pull } from './pull'
import { push } from './push'
import { removeRemote } from './remove-remote'
import { renameLocal, renameRemote } from './renames'
import { respell } from './respell'
import type { AppliedChange, SyncWorld } from './world'

/**
 * Does what an operation says, having looked again whether it still may (Y4 … Y9).
 * @returns what was done; null when the file had changed meanwhile, or nothing was to be done: the next pass
 * plans again
 */
export async function carryOut(
  step: Operation,
  world: SyncWorld,
  facts: PassFacts
): Promise<AppliedChange | null> {
  switch (step.kind) {
    case 'look':
    case 'confirm':
      return null
    case 'pull':
      return pull(step, world, facts)
    case 'push':
      return push(step, world, facts)
    case 'merge':
      return merge(step, world, facts)
    case 'adopt':
      return adopt(step, world, facts)
    case 'forget':
      await world.memory.put(step.key, {})
      return null
    case 'remove-local': {
      if (!(await world.local.remove(step.path, step.hash))) return null
      await world.memory.put(step.key, {})
      return { path: step.path, did: 'deleted-here' }
    }
    case 'remove-remote':
      return (await removeRemote(step, world)) ? { path: step.path, did: 'deleted-there' } : null
    case 'rename-remote':
      return renameRemote(step, world, facts)
    case 'rename-local':
      return renameLocal(step, world, facts)
    case 'merge-renamed':
      return mergeRenamed(step, world, facts)
    case 'respell-local':
    case 'respell-remote':
      return respell(step, world)
  }
}
