import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Person } from '../../common/person'
import type { ToService } from '../../common/rooms/frames'
import { RoomsLine } from '../../common/rooms/window/rooms-line'
import { answers } from '../outgoing'
import { openLine, type Relaying, type Rooms } from '../rooms'
import type { AskServer } from '../sync'

/** What a document is joined on. */
export type JoinsOn = Pick<RoomsLine, 'put'>

/** The documents of this service, for whoever relays one to another service. */
export function lineHere(
  rooms: Rooms,
  who: { readonly person: Person; readonly relay: Relaying; readonly report: (error: unknown) => void }
): JoinsOn {
  return {
    put(document) {
      const line = openLine({
        rooms,
        ...who,
        // what goes out is what the people here may write, and what comes in is what those there may
        rights: { may: () => Promise.resolve(true) },
        say: (said) => {
          if (said.say !== 'line' && said.say !== 'beat') document.heard(said)
        },
        end: () => document.cut()
      })
      let hearing = Promise.resolve()
      const hear = (said: ToService) => {
        hearing = hearing.then(() => line.hear(said)).catch(who.report)
      }
      const join = () => hear({ say: 'join', room: 0, ...document.joining() })
      queueMicrotask(join)
      return {
        say: (said) => hear({ ...said, room: 0 }),
        rejoin: join,
        leave: () => {
          hear({ say: 'leave', room: 0 })
          hearing = hearing.then(() => line.close())
        }
      }
    }
  }
}

/**
 * The line to a server, one for all documents of a pair.
 * @param refused told when the server says that it has no such line: nobody writes together there
 */
export function lineThere(ask: (signal?: AbortSignal) => AskServer, refused: () => void): RoomsLine {
  return new RoomsLine(async (url, { method = 'GET', body, signal }) => {
    try {
      const answer = await ask(signal ?? undefined)(method, url, {
        ...(body instanceof Uint8Array && { body }),
        ok: [200, 204],
        limits: method === 'GET' ? answers.line : answers.test
      })
      return new Response(method === 'GET' ? streamOf(answer.stream()) : null, { status: answer.status })
    } catch (error) {
      const reason = error instanceof GalleyError ? error.reason : 'internal'
      if (reason === 'unreachable' || reason === 'cancelled') throw error
      if (method === 'GET' && reason !== 'io-failed') refused()
      // it is not heard: the line is opened again
      return new Response(null, { status: 503 })
    }
  })
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await iterator.return?.()
    }
  })
}

/** A document that is kept alike on both sides. */
export interface Place {
  /** Of this side. */
  readonly path: ContentPath
  /** The file's id here. */
  readonly id: string
}
