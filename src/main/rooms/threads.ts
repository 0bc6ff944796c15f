import { GalleyError } from '../../common/errors'
import { engineElsewhere, engineHere, holdThread, type EngineThread } from '../workers/engine-thread'
import type { Input, Opening, Output, RoomThreads } from './calls'

/** Reading the largest page takes some seconds. */
const LIMIT_MS = 60_000
const MEGABYTES = 1024
/** Bytes of a file and its log: a larger document is one that others would wait for. */
const LARGE = 128 * 1024
/** A document that was small when it was opened goes to a thread of its own when it has become so large. */
const OUTGROWN = 2 * LARGE
/** Threads of large documents, at most: more of these share them. */
const MOST_OWN = 4

interface Holding {
  readonly thread: EngineThread<Input, Output>
  /** The documents that are open in it. */
  readonly rooms: Set<string>
}

/**
 * Where the documents are: small ones in one thread, and each large one in a thread of its own, so that nobody
 * waits while another one is read, carried into or written whole. A thread begins with the first call, and
 * again after it has ended. A call fails as the engine does; with cancelled when the thread ended, so that no
 * document of it is open any more; with too-complex when it took too long, which ends the thread.
 * @param program the built program of a thread; null: in this thread
 * @param ended told when a thread has ended by itself, and with it these documents
 */
export function openRoomThreads(
  program: string | null,
  ended: (rooms: readonly string[]) => void
): RoomThreads {
  const small = begin()
  const own: Holding[] = []
  const places = new Map<string, Holding>()

  function begin(): Holding {
    const rooms = new Set<string>()
    const onEnded = () => {
      const all = [...rooms]
      rooms.clear()
      for (const room of all) places.delete(room)
      ended(all)
    }
    const thread =
      program === null
        ? engineHere<Input, Output>(async () => (await import('./engine')).createRoomEngine())
        : engineElsewhere<Input, Output>({
            hold: (heard, gone) => holdThread(program, { megabytes: MEGABYTES }, heard, gone),
            limit: LIMIT_MS,
            tooLong,
            ended: hasEnded,
            onEnded
          })
    return { thread, rooms }
  }

  function placeFor(opening: Opening): Holding {
    if (sizeOf(opening) <= LARGE) return small
    const free = own.find(({ rooms }) => rooms.size === 0)
    if (free) return free
    if (own.length >= MOST_OWN)
      return own.reduce((one, other) => (other.rooms.size < one.rooms.size ? other : one))
    const made = begin()
    own.push(made)
    return made
  }

  async function leave(room: string, place: Holding): Promise<void> {
    if (places.get(room) === place) places.delete(room)
    place.rooms.delete(room)
    if (place === small || place.rooms.size > 0) return
    own.splice(own.indexOf(place), 1)
    await place.thread.end()
  }

  return {
    async open(opening) {
      const { room } = opening
      const place = placeFor(opening)
      places.set(room, place)
      place.rooms.add(room)
      try {
        return await place.thread.call('open', opening)
      } catch (error) {
        await leave(room, place)
        throw error
      }
    },
    call(name, input) {
      const place = places.get(input.room)
      return place ? place.thread.call(name, input) : Promise.reject(hasEnded())
    },
    async close(room) {
      const place = places.get(room)
      if (!place) return
      await place.thread.call('close', { room }).catch(() => undefined)
      await leave(room, place)
    },
    hasOutgrown: (room, size) => size > OUTGROWN && places.get(room) === small,
    async end() {
      await Promise.all([small, ...own].map(({ thread }) => thread.end()))
    }
  }
}

const sizeOf = ({ bytes, log }: Opening): number =>
  (log?.entries ?? []).reduce((sum, one) => sum + ('bytes' in one ? one.bytes.length : 0), bytes.length)

const hasEnded = () =>
  new GalleyError('cancelled', 'What several people write in was interrupted. It goes on in a moment.')
const tooLong = () =>
  new GalleyError('too-complex', 'This document takes too long to be worked on by several people at once.')
