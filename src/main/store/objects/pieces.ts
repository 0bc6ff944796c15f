import { GalleyError } from '../../../common/errors'
import type { ObjectStorage } from './storage'

/** A connection may break so often without a byte between. */
const TRIES = 3

/**
 * Bytes of an object as they come, from one position to another, both included. A connection that breaks, or ends before its time, is gone
 * on with where it broke.
 * @throws damaged when it is not there, or shorter · busy
 */
export async function* objectPieces(
  storage: Pick<ObjectStorage, 'read'>,
  name: string,
  start: number,
  end: number
): AsyncGenerator<Uint8Array, void> {
  let failures = 0
  for (let at = start; at <= end;) {
    const before = at
    let cause: unknown
    try {
      const body = await storage.read(name, at, end)
      if (!body) throw new GalleyError('damaged', 'The stored content is missing.')
      for await (const piece of body) {
        const wanted = piece.subarray(0, end - at + 1)
        at += wanted.length
        if (wanted.length > 0) yield wanted
      }
    } catch (error) {
      if (error instanceof GalleyError) throw error
      cause = error
    }
    failures = at > before ? 0 : failures + 1
    if (failures === TRIES)
      throw new GalleyError('busy', 'The object storage broke off. Try again in a moment.', { cause })
  }
}
