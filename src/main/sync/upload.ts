import { randomUUID } from 'node:crypto'
import type { Asked } from './ask'
import type { Content } from './sides'

/** Slower than this no line is expected to be, in bytes a second. */
const SLOWEST = 20_000
const PATIENCE_MS = 120_000

type Body = Required<Pick<Asked, 'body' | 'headers'>>

/**
 * A form with the one field `data` (description, “Update source file”); what is large goes from the disk to
 * the line in pieces.
 */
export function uploadOf(content: Content, name: string, type: string): Body & Pick<Asked, 'patienceMs'> {
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return {
    ...formWith(
      content.bytes ?? (() => content.stream()),
      `name="data"; filename="${quoted}"\r\nContent-Type: ${type}`
    ),
    patienceMs: PATIENCE_MS + (content.size / SLOWEST) * 1000
  }
}

/** A form with one field of text. */
export const fieldOf = (name: string, bytes: Uint8Array): Body => formWith(bytes, `name="${name}"`)

function formWith(content: Uint8Array | (() => AsyncIterable<Uint8Array>), disposition: string): Body {
  const boundary = `galley-${randomUUID()}`
  const head = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body:
      content instanceof Uint8Array
        ? Buffer.concat([head, content, tail])
        : () => withEnds(head, content(), tail)
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
