/**
 * The memory of the bytes that a message holds, to be handed over instead of copied: whoever sends it has no
 * more use for them. Memory that is shared with others, such as a piece of Node's pool, stays.
 */
export function bytesIn(message: unknown): ArrayBuffer[] {
  if (typeof message !== 'object' || message === null) return []
  const found = new Set<ArrayBuffer>()
  for (const value of message instanceof Uint8Array ? [message] : Object.values(message)) {
    if (!ArrayBuffer.isView(value) || !(value.buffer instanceof ArrayBuffer)) continue
    if (value.byteLength > 0 && value.byteLength >= value.buffer.byteLength - SPARE) found.add(value.buffer)
  }
  return [...found]
}

/** A file is read into memory of one byte more, to see that it ends there. */
const SPARE = 1
