import { z } from 'zod'
import { GalleyError } from '../../common/errors'
import { leaseNote, openWorks, type HeldWork } from '../store'
import type { Store } from '../store/types'

/** Who runs a pair, or did last: one record a pair. */
export const pairRuns = {
  kind: 'sync-runs',
  parse: (value: unknown) => z.object({ lease: leaseNote.exactOptional() }).parse(value)
} as const

export type HeldPair = HeldWork<ReturnType<typeof pairRuns.parse>>

/**
 * Does something to a pair that nobody else does anything to meanwhile, in this process or another.
 * @param writes false: it changes nothing
 * @throws GalleyError exists while somebody else holds it
 */
export async function holdingPair<T>(
  store: Store,
  id: string,
  writes: boolean,
  work: (held: HeldPair) => Promise<T>
): Promise<T> {
  const held = await openWorks(store, pairRuns).hold(id)
  if (!held) throw new GalleyError('exists', 'This pair is being synced already. Wait for it.', { where: id })
  try {
    // from then on it is this process's: a run that finds nothing to do writes nothing
    if (writes && (held.wasElsewhere || !held.before)) await held.put({})
    return await work(held)
  } finally {
    held.release()
  }
}
