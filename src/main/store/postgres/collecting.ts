import type { Leases } from '../seam/leases'
import { collectContents } from './collect'
import type { Workspace } from './turn'

const AGAIN_MS = 6 * 60 * 60_000
/** All nodes begin at different times. */
const FIRST_MS = 10 * 60_000

/** Takes contents away that nothing names, now and then; of several nodes one does it at a time. */
export function collectNowAndThen(
  { database, id }: Workspace,
  leases: Pick<Leases, 'take'>
): { close(): Promise<void> } {
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  async function collect(): Promise<void> {
    const lease = await leases.take('contents')
    if (!lease) return
    try {
      await collectContents(database, id, { isOver: () => isClosed || lease.signal.aborted })
    } finally {
      lease.release()
    }
  }

  function again(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      // a database that is away is asked the next time
      running = collect().catch(() => undefined)
      timer = again(AGAIN_MS)
    }, ms).unref()
  }

  let timer = again(FIRST_MS * (1 + Math.random()))
  return {
    async close() {
      clearTimeout(timer)
      isClosed = true
      await running
    }
  }
}
