import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Coding } from '../../../common/api/packed-tag'

interface How {
  readonly coding: Coding
  /** A body that ends before stays as it is. */
  readonly least: number
  /** Called once, when nothing of it is under way any more. */
  readonly onEnd: () => void
}

/** The same body, packed as it is read, on the threads of the system: nothing waits for it. */
export async function packedBody(
  body: ReadableStream<Uint8Array>,
  { coding, least, onEnd }: How
): Promise<{
  readonly stream: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
  readonly isPacked: boolean
}> {
  const reader = body.getReader()
  const first: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader.read(); ; part = await reader.read()) {
      if (part.done) {
        onEnd()
        return { stream: new Uint8Array(Buffer.concat(first)), isPacked: false }
      }
      first.push(part.value)
      size += part.value.length
      if (size >= least) break
    }
  } catch (error) {
    onEnd()
    throw error
  }
  return { stream: streamOf(piecesOf(first, reader), coding, onEnd), isPacked: true }
}

async function* piecesOf(
  first: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>
): AsyncGenerator<Uint8Array> {
  try {
    yield* first
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function streamOf(
  pieces: AsyncIterable<Uint8Array>,
  coding: Coding,
  onEnd: () => void
): ReadableStream<Uint8Array> {
  const packer = packers[coding]()
  // whoever reads it is told of a failure by the packer, which it ends
  pipeline(Readable.from(pieces, { objectMode: false }), packer, onEnd)
  const parts = Readable.prototype[Symbol.asyncIterator].call(packer)
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await parts.next()
        if (next.done) controller.close()
        else controller.enqueue(new Uint8Array(next.value))
      },
      cancel: () => void packer.destroy()
    },
    { highWaterMark: 0 }
  )
}

/** Quick rather than small: each answer is packed anew. */
const packers = {
  br: () =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20 }
    }),
  gzip: () => createGzip({ level: 5 })
}
