import { GalleyError, sentence } from '../../common/errors'
import { takingTurns } from '../system/turns'

/** A body whose first bytes were waited for. */
interface Chunks {
  readonly empty: boolean
  readonly chunks: AsyncIterable<Uint8Array>
  /** Stops reading. */
  discard(): Promise<void>
}

/**
 * Opens a body far enough to know whether it holds any byte. A connection that ends early may look like the
 * end of the body, so what comes is held against what was announced.
 * @throws GalleyError bad-request when it breaks off, also from `chunks`
 */
export async function chunksOf({ body, headers }: Request): Promise<Chunks> {
  const announced = announcedLength(headers)
  if (body === null) {
    if (announced !== null && announced > 0) throw brokenOff()
    return { empty: true, chunks: nothing(), discard: async () => {} }
  }
  const reader = body.getReader()
  const first = await readSome(reader)
  if (first === null && announced !== null && announced > 0) throw brokenOff()
  return {
    empty: first === null,
    chunks: first === null ? nothing() : rest(reader, first, announced),
    discard: () => reader.cancel().catch(() => {})
  }
}

/** All of it in one piece. @throws GalleyError too-large beyond `most` bytes */
export async function collect(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most)
      throw new GalleyError('too-large', sentence`This may have up to ${{ most: sizeText(most) }}.`)
    parts.push(chunk)
  }
  const [only] = parts
  return parts.length === 1 && only ? only : joined(parts, size)
}

/**
 * Joins them with turns for others in between: the memory of a large body alone takes tens of milliseconds to
 * be first written to.
 */
async function joined(parts: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(size)
  const turn = takingTurns()
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
    await turn()
  }
  return whole
}

const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* rest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Uint8Array,
  announced: number | null
): AsyncGenerator<Uint8Array> {
  let size = 0
  for (let chunk: Uint8Array | null = first; chunk; chunk = await readSome(reader)) {
    size += chunk.length
    yield chunk
  }
  if (announced !== null && size !== announced) throw brokenOff()
}

function announcedLength(headers: Headers): number | null {
  const value = headers.get('Content-Length')
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
}

function brokenOff(cause?: unknown): GalleyError {
  const message = 'The body broke off. Nothing was stored; send it again.'
  return new GalleyError('bad-request', message, { where: 'body', cause })
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
    throw brokenOff(cause)
  }
}
