/** Bytes as a body. Copies only what lies in shared memory, which a body may not. */
export function sendable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isPlain(bytes) ? bytes : new Uint8Array(bytes)
}

/**
 * Bytes that were read for one answer, and that nobody writes to any more, as its body. A `Response` copies
 * the bytes that it is given; large ones it gets as a stream of one piece. The answer has to tell their
 * length.
 */
export function sendableOnce(bytes: Uint8Array): BodyInit {
  return bytes.length < LARGE ? sendable(bytes) : inOnePiece(bytes)
}

const LARGE = 32 * 1024

function inOnePiece(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes)
        controller.close()
      }
    },
    { highWaterMark: 0 }
  )
}

function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}
