import { GalleyError } from '../../common/errors'

/** A body whose first bytes were waited for. */
export interface Chunks {
  readonly empty: boolean
  readonly chunks: AsyncIterable<Uint8Array>
  /** Stops reading. */
  discard(): Promise<void>
}

/** Opens a body far enough to know whether it holds any byte. @throws GalleyError bad-request when it breaks off */
export async function chunksOf(body: ReadableStream<Uint8Array> | null): Promise<Chunks> {
  if (body === null) return { empty: true, chunks: nothing(), discard: async () => {} }
  const reader = body.getReader()
  const first = await readSome(reader)
  return {
    empty: first === null,
    chunks: first === null ? nothing() : rest(reader, first),
    discard: () => reader.cancel().catch(() => {})
  }
}

/** All of it in one piece. @throws GalleyError too-large beyond `most` bytes */
export async function collect(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) throw new GalleyError('too-large', `This may have up to ${sizeText(most)}.`)
    parts.push(chunk)
  }
  const [only] = parts
  return parts.length === 1 && only ? only : Buffer.concat(parts, size)
}

const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* rest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Uint8Array
): AsyncGenerator<Uint8Array> {
  for (let chunk: Uint8Array | null = first; chunk; chunk = await readSome(reader)) yield chunk
}

/** The next chunk that holds something; null at the end. */
async function readSome(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return null
      if (value.length > 0) return value
    }
  } catch (cause) {
    throw new GalleyError('bad-request', 'The body broke off. Nothing was stored; send it again.', {
      where: 'body',
      cause
    })
  }
}
