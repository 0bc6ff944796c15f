import type { Leases } from '../seam/leases'
import { collectContents } from './collect'
import { sweepObjects } from './sweep-objects'
import type { Workspace } from './turn'
import { sweepWords } from './words-forms'

/** When it is done, in milliseconds: at first between this and twice as long, so that nodes begin at different times. */
const TIMES = { first: 10 * 60_000, again: 6 * 60 * 60_000 }

/** Takes contents away that nothing names, and objects, now and then; of several nodes one does it at a time. */
export function collectNowAndThen(
  workspace: Pick<Workspace, 'database' | 'id' | 'objects'>,
  leases: Pick<Leases, 'take'>,
  times = TIMES
): { close(): Promise<void> } {
  const { database, id } = workspace
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  async function collect(): Promise<void> {
    const lease = await leases.take('contents')
    if (!lease) return
    try {
      const isOver = () => isClosed || lease.signal.aborted
      await collectContents(database, id, { isOver })
      await sweepObjects(workspace, { isOver })
      await sweepWords(database, id, isOver)
    } finally {
      lease.release()
    }
  }

  function again(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      // a database that is away is asked the next time
      running = collect()
        .catch(() => undefined)
        .then(() => {
          if (!isClosed) timer = again(times.again)
        })
    }, ms).unref()
  }

  let timer = again(times.first * (1 + Math.random()))
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    }
  }
}
