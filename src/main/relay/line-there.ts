import { GalleyError, type Reason } from '../../common/errors'
import { RoomsLine } from '../../common/rooms/window/rooms-line'
import { answers } from '../outgoing'
import type { AskServer } from '../sync'

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
      if (method === 'GET' && none.has(reason)) refused()
      // it is not heard: the line is opened again
      return new Response(null, { status: 503 })
    }
  })
}

/** Such a server knows no line. Who is not signed in yet, or may not just now, may be so in a moment. */
const none: ReadonlySet<Reason> = new Set(['not-found', 'bad-request'])

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
