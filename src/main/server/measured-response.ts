import type { IncomingMessage } from 'node:http'
import { ServerResponse } from 'node:http'

type Done = (error?: Error | null) => void

/** A response that knows how much of its body went out. */
export class MeasuredResponse extends ServerResponse<IncomingMessage> {
  /** Bytes. */
  bodyBytes = 0

  override write(chunk: unknown, encoding?: BufferEncoding | Done, done?: Done): boolean {
    this.#count(chunk)
    return typeof encoding === 'string'
      ? super.write(chunk, encoding, done)
      : super.write(chunk, encoding ?? done)
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), done?: () => void): this {
    if (typeof chunk === 'function') return super.end(chunk as () => void)
    this.#count(chunk)
    return typeof encoding === 'string'
      ? super.end(chunk, encoding, done)
      : super.end(chunk, encoding ?? done)
  }

  #count(chunk: unknown): void {
    if (typeof chunk === 'string') this.bodyBytes += Buffer.byteLength(chunk)
    else if (chunk instanceof Uint8Array) this.bodyBytes += chunk.byteLength
  }
}
