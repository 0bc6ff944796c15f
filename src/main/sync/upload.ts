import { randomUUID } from 'node:crypto'
import type { Asked } from './ask'
import type { Content } from './sides'

/** Slower than this no line is expected to be, in bytes a second. */
const SLOWEST = 20_000
const PATIENCE_MS = 120_000

/** A form with the one field `data` (description, “Update source file”); what is large goes from the disk to the line in pieces. */
export function uploadOf(
  content: Content,
  name: string,
  type: string
): Required<Pick<Asked, 'body' | 'headers'>> & Pick<Asked, 'patienceMs'> {
  if (content.bytes) {
    const form = new FormData()
    form.append('data', new Blob([new Uint8Array(content.bytes)], { type }), name)
    return { body: form, headers: {} }
  }
  const boundary = `galley-${randomUUID()}`
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="data"; filename="${quoted}"\r\nContent-Type: ${type}\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: () => streamOf(withEnds(Buffer.from(head), content.stream(), Buffer.from(tail))),
    patienceMs: PATIENCE_MS + (content.size / SLOWEST) * 1000
  }
}

async function* withEnds(
  head: Uint8Array,
  body: AsyncIterable<Uint8Array>,
  tail: Uint8Array
): AsyncGenerator<Uint8Array> {
  yield head
  yield* body
  yield tail
}

/** Nothing is read before it is asked for. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return(undefined)
    }
  })
}
