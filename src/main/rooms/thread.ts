import { GalleyError } from '../../common/errors'
import { engineElsewhere, engineHere, holdThread } from '../workers/engine-thread'
import type { Input, Output, RoomThread } from './calls'

/** Reading the largest page takes some seconds. */
const LIMIT_MS = 60_000
const MEGABYTES = 1024

/**
 * Begins with the first call, and again after it has ended. A call fails as the engine does; with cancelled when the
 * thread ended, so that no document is open any more; with too-complex when it took too long, which ends the thread.
 * @param program the built program of a thread; null: in this thread
 * @param ended told when the thread has ended by itself, and with it all that was open
 */
export function openRoomThread(program: string | null, ended: () => void): RoomThread {
  const thread =
    program === null
      ? engineHere<Input, Output>(async () => (await import('./engine')).createRoomEngine())
      : engineElsewhere<Input, Output>({
          hold: (heard, gone) => holdThread(program, { megabytes: MEGABYTES }, heard, gone),
          limit: LIMIT_MS,
          tooLong,
          ended: hasEnded,
          onEnded: ended
        })
  return { call: (name, input) => thread.call(name, input), close: () => thread.end() }
}

const hasEnded = () =>
  new GalleyError('cancelled', 'What several people write in was interrupted. It goes on in a moment.')
const tooLong = () =>
  new GalleyError('too-complex', 'This document takes too long to be worked on by several people at once.')
