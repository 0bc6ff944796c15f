import type { z } from 'zod'
import { probeOperations } from '../../common/api/operations/probes'
import type { readiness } from '../../common/api/shapes'
import { jsonAnswer } from '../http/answers'
import { openRoom, type Room } from '../http/room'
import type { Store } from '../store/types'

/** Whether requests should be sent to a service, and what speaks against it. */
export type Readiness = z.infer<typeof readiness>

/** For how long it is believed that the disk can be written, in milliseconds. */
const BELIEVED_MS = 5_000
/** A disk that does not answer within so many milliseconds cannot be written. */
const PATIENCE_MS = 5_000

/**
 * What is asked without a token (OP1): it tells nothing but yes and no.
 * @param isAccepting whether the service is not ending
 * @param isReached whether what the store needs beside its own is there
 */
export function openProbes(
  store: Pick<Store, 'records'>,
  isAccepting: () => boolean,
  isReached: () => Promise<boolean> = () => Promise.resolve(true)
) {
  const canWrite = openWriteCheck(store)

  async function readiness(): Promise<Readiness> {
    const accepting = isAccepting()
    const [written, reached] = accepting ? await Promise.all([canWrite(), isReached()]) : [false, false]
    const disk = written && reached
    return { ready: accepting && disk, checks: { accepting, store: accepting, disk } }
  }

  const room: Room = openRoom({
    operations: probeOperations,
    enter: (asked) => Promise.resolve(asked),
    handlers: {
      readLiveness: () => jsonAnswer({ alive: true }),
      async readReadiness() {
        const found = await readiness()
        return jsonAnswer(found, found.ready ? 200 : 503)
      }
    }
  })
  return { room, readiness }
}

/**
 * Writes something small, durably and as the store writes everything, and takes it away again. Who asks often
 * is told what was found last; who asks at the same time waits for the same.
 */
function openWriteCheck({ records }: Pick<Store, 'records'>): () => Promise<boolean> {
  const written = records('readiness', () => true)
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null

  async function look(): Promise<boolean> {
    let late: NodeJS.Timeout | undefined
    const work = written.put('probe', true).then(() => written.remove('probe'))
    const patience = new Promise<never>((_, fail) => {
      late = setTimeout(() => fail(new Error('The disk does not answer.')), PATIENCE_MS)
    })
    try {
      await Promise.race([work, patience])
      return true
    } catch {
      // what is wrong with the disk is told by whoever writes content
      return false
    } finally {
      clearTimeout(late)
    }
  }

  return () => {
    const now = performance.now()
    if (asked === null || now - asked.at > BELIEVED_MS) asked = { at: now, answer: look() }
    return asked.answer
  }
}
