import type { DurableHandle } from './durable-fs'

const CHUNK = 256 * 1024

/**
 * Bytes `start` to `end`, both counted, of an open file, read as they are asked for. The stream closes the
 * handle, however it ends.
 */
export function streamOf(handle: DurableHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const buffer = new Uint8Array(Math.max(0, Math.min(CHUNK, end - at + 1)))
          const read = buffer.length === 0 ? 0 : await handle.read(buffer, at)
          at += read
          if (read > 0) controller.enqueue(buffer.subarray(0, read))
          if (read === 0 || at > end) {
            await handle.close()
            controller.close()
          }
        } catch (error) {
          await handle.close().catch(() => undefined)
          throw error
        }
      },
      cancel: () => handle.close()
    },
    new CountQueuingStrategy({ highWaterMark: 0 })
  )
}
