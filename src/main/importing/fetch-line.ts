import pLimit from 'p-limit'
import type { Taken } from './source'

/** What is written beside each thing that is being fetched: the store makes many small ones durable together. */
export const WRITTEN_FOR_EACH_FETCHED = 8
/** Larger ones are not held in memory until others are written. Bytes. */
export const SMALL = 256 * 1024

/** Takes turns at a source: so many are fetched at a time, and what is small makes room before it is written. */
interface FetchLine {
  take<T>(fetch: () => Promise<Taken>, keep: (taken: Taken) => Promise<T>): Promise<T>
}

export function openFetchLine(atOnce: number): FetchLine {
  const line = pLimit(atOnce)
  return {
    async take(fetch, keep) {
      const found = await line(async () => {
        const taken = await fetch()
        if (taken.body instanceof Uint8Array && taken.body.length <= SMALL) return { taken }
        try {
          return { kept: await keep(taken) }
        } finally {
          taken.discard?.()
        }
      })
      return 'kept' in found ? found.kept : keep(found.taken)
    }
  }
}
