import { syncKey } from '../../common/sync'
import type { PairMemory } from './pair-memory'
import type { LocalSide } from './sides'

/**
 * What was left out and is taken in again (Y33): a file that is not here was not deleted, it was somewhere
 * else meanwhile. Forgets that both had it, so that it comes from the server. What is here is compared with
 * what both had.
 */
export async function forgetGoneHere(
  { files }: PairMemory,
  local: LocalSide,
  leavesOut: { readonly before: (path: string) => boolean; readonly now: (path: string) => boolean }
): Promise<void> {
  const takenIn = [...files.files].filter(
    ([, { agreed }]) => agreed && leavesOut.before(agreed.path) && !leavesOut.now(agreed.path)
  )
  if (takenIn.length === 0) return
  const { files: here, unknown } = await local.scan()
  const keys = new Set(here.map(({ path }) => syncKey(path)))
  for (const [key, known] of takenIn)
    if (!keys.has(key) && !unknown.some((folder) => key.startsWith(`${syncKey(folder)}/`)))
      await files.put(key, { ...known, agreed: undefined })
}
