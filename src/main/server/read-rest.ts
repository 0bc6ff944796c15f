import type { IncomingMessage } from 'node:http'

/** Beyond these a client that is refused finds its connection closed instead. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 5_000

/**
 * Takes what is still coming of a body that nobody wants any more, to nowhere: a client that is told no while
 * it sends would else find its connection broken, and never see why. Resolves at the end of the body or at
 * its limits.
 */
export async function readRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return
  await new Promise<void>((resolve) => {
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) over()
    }
    const over = () => {
      clearTimeout(timer)
      incoming.off('data', take)
      for (const event of ends) incoming.off(event, over)
      resolve()
    }
    const timer = setTimeout(over, MOST_MS)
    for (const event of ends) incoming.on(event, over)
    // whoever read it until now has answered, and would hold it up
    incoming.removeAllListeners('data')
    incoming.on('data', take)
    incoming.resume()
  })
}

const ends = ['end', 'close', 'error'] as const
