import pLimit from 'p-limit'
import type { Taken } from './source'

/** What is worked on and written beside each thing that is being fetched: the store makes many small ones durable together. */
export const WORKED_ON_FOR_EACH_FETCHED = 8
/** Larger ones are not held in memory until others are done. Bytes. */
export const SMALL = 256 * 1024

/** Says how much came: from then on what is small lets the next be fetched. */
export type Came = (bytes: number) => void

/** Takes turns at a source: so many are fetched at a time, and what is small makes room before it is worked on. */
interface FetchLine {
  /** @param work keeps its place until it ends, or says that something small has come */
  take<T>(work: (came: Came) => Promise<T>): Promise<T>
}

export function openFetchLine(atOnce: number): FetchLine {
  const line = pLimit(atOnce)
  return {
    take: (work) =>
      new Promise((resolve, reject) => {
        void line(
          () =>
            new Promise<void>((leave) => {
              const came = (bytes: number) => {
                if (bytes <= SMALL) leave()
              }
              work(came).then(resolve, reject).finally(leave)
            })
        )
      })
  }
}

/** Hands over what was taken, and ends it when it was not read to its end. */
export async function handOver<T>(taken: Taken, came: Came, keep: (taken: Taken) => Promise<T>): Promise<T> {
  if (taken.body instanceof Uint8Array) came(taken.body.length)
  try {
    return await keep(taken)
  } finally {
    taken.discard?.()
  }
}
