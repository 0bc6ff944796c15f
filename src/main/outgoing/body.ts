import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { failureOf, OutgoingFailure, tooLarge, tooSlow } from './failure'
import { PACKED, PACKED_FROM, type AnswerLimits } from './limits'

/**
 * A body in pieces, unpacked; refused when it is larger, slower or longer under way than it may be. The time
 * counts only while the server is waited for, not while what came is written.
 * @param host for the sentences
 */
export async function* boundedBody(
  answer: IncomingMessage,
  host: string,
  limits: AnswerLimits
): AsyncGenerator<Uint8Array> {
  const { socket } = answer
  const began = socket.bytesRead
  const stream = unpacked(answer, host)
  const parts = stream[Symbol.asyncIterator]()
  let left = limits.wholeMs
  let size = 0
  try {
    for (;;) {
      const asked = performance.now()
      const earned = limits.slowest === undefined ? 0 : (size / limits.slowest) * 1000
      const part = await within(Math.min(limits.idleMs, left + earned), host, () => parts.next())
      left -= performance.now() - asked
      if (part.done === true) return
      const chunk: unknown = part.value
      if (!(chunk instanceof Uint8Array))
        throw new OutgoingFailure('broken', `The answer of ${host} cannot be read.`)
      size += chunk.length
      if (size > limits.bytes) throw tooLarge(host, limits.what, limits.bytes)
      if (size > PACKED_FROM && isPacked(answer)) {
        const came = Math.max(1, socket.bytesRead - began)
        if (size / came > PACKED)
          throw new OutgoingFailure(
            'size',
            `${host} sends ${limits.what} that is packed ${PACKED} times and more: made to fill up whoever unpacks it.`
          )
      }
      yield chunk
    }
  } catch (error) {
    throw failureOf(error, host)
  } finally {
    // what was read to its end has let go of its connection already
    if (!stream.readableEnded) stream.destroy()
    if (!answer.readableEnded) answer.destroy()
  }
}

/** Whether the bytes of the body are not those that come over the line. */
export const isPacked = ({ headers }: IncomingMessage): boolean => codingOf(headers) !== ''

function codingOf(headers: IncomingMessage['headers']): string {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  return coding === 'identity' ? '' : coding
}

function unpacked(answer: IncomingMessage, host: string): Readable {
  const coding = codingOf(answer.headers)
  if (coding === '') return answer
  const stream =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : null
  if (!stream)
    throw new OutgoingFailure(
      'broken',
      `The answer of ${host} is packed in a way that Galley does not know (${coding.slice(0, 40)}).`
    )
  // a failure of one end is thrown by whoever reads the other
  return pipeline(answer, stream, () => undefined)
}

async function within<T>(ms: number, host: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooSlow(host)), Math.min(2 ** 31 - 1, Math.max(0, ms)))
      })
    ])
  } finally {
    clearTimeout(timer)
  }
}
