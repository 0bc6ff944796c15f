import { setTimeout as sleep } from 'node:timers/promises'
import { GalleyError } from '../../common/errors'
import type { Answered } from '../workers/engine-calls'
import { engineElsewhere, engineHere, holdThread, type Holder } from '../workers/engine-thread'
import type { Index, Input, Output } from './calls'

/** A question that takes longer ends the thread: FTS5 cannot be interrupted. */
const LIMIT_MS = 20_000
/** So long an index that is busy may take to close. */
const CLOSING_MS = 2_000
const MEGABYTES = 512

/**
 * Begins a thread or a process that holds the index.
 * @param file of the index; null: in memory
 * @param heard told each answer
 * @param gone told when it has ended; null: nobody says why
 */
export type Hold = (
  file: string | null,
  heard: (answered: Answered) => void,
  gone: (error: Error | null) => void
) => Holder<Input>

/** @param program the built program of a thread */
export const inThread =
  (program: string): Hold =>
  (file, heard, gone) =>
    holdThread(program, { data: { file }, megabytes: MEGABYTES }, heard, gone)

/**
 * The index in a thread or process of its own, which begins with the first call and again after it has died.
 * @param hold how it begins; null: in this thread
 * @param file of the index; null: in memory
 */
export function openIndexThread(hold: Hold | null, file: string | null): Index {
  const thread =
    hold === null
      ? engineHere<Input, Output>(async () => (await import('./engine/engine')).openEngine(file))
      : engineElsewhere<Input, Output>({
          hold: (heard, gone) => hold(file, heard, gone),
          limit: LIMIT_MS,
          tooLong: tooBroad,
          ended: (error) => error ?? ended()
        })
  let isClosed = false
  return {
    async call(name, input) {
      if (isClosed) throw closed()
      return thread.call(name, input)
    },
    async close() {
      isClosed = true
      if (!thread.isBegun()) return
      // one that was not closed is looked over when it is opened again: nobody waits long for it
      await Promise.race([
        thread.call('close', undefined).catch(() => undefined),
        sleep(CLOSING_MS, undefined, { ref: false })
      ])
      await thread.end()
    }
  }
}

/** The thread ended by itself: what it was about to take in may be why. */
export const THREAD_ENDED = 'search-thread'

const ended = () =>
  new GalleyError('cancelled', 'The search was interrupted. Try it again.', { where: THREAD_ENDED })
const closed = () => new GalleyError('closed', 'The workspace was closed.')
const tooBroad = () =>
  new GalleyError('too-complex', 'This question takes too long to answer. Ask for something more particular.')
