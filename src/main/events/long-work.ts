import { headers as names } from '../../common/api/headers'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { EventHub } from './event-hub'
import { personOf } from '../callers/people'
import type { Caller } from '../callers/types'
import type { Lease, Leases } from '../store/types'
import { progressTo } from './progress'

/** How a long operation tells how far it is, and learns that it should stop. */
export interface Running {
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** Long work under way, by the name that its request gave it: known to who began it, and to nobody else. */
export interface LongWork {
  /** Runs the work of a request. @throws GalleyError bad-request for a name that cannot be one */
  run<T>(
    request: Request,
    caller: Caller,
    path: ContentPath,
    work: (running: Running) => Promise<T>
  ): Promise<T>
  /**
   * Asks it to stop, whichever process does it; what it did is taken back. @returns false when the caller has
   * none of this name
   */
  stop(name: string, caller: Caller): Promise<boolean>
}

export function openLongWork(events: EventHub, leases: Leases): LongWork {
  const running = new Map<string, Pick<Lease, 'stop'>>()
  return {
    async run(request, caller, path, work) {
      const name = operationOf(request.headers)
      if (name === null) return work({ signal: request.signal })
      const key = keyOf(name, caller)
      // by its lease it is found from other processes; two of one name are begun by mistake
      const lease = (await leases.take(workOf(key))) ?? unnamed()
      request.signal.addEventListener('abort', lease.stop)
      running.set(key, lease)
      try {
        return await work({
          signal: lease.signal,
          onProgress: progressTo(events, { operation: name, path, by: personOf(caller) })
        })
      } finally {
        request.signal.removeEventListener('abort', lease.stop)
        lease.release()
        if (running.get(key) === lease) running.delete(key)
      }
    },
    async stop(name, caller) {
      const key = keyOf(name, caller)
      const found = running.get(key)
      found?.stop()
      return found !== undefined || (await leases.stop(workOf(key)))
    }
  }
}

const workOf = (key: string) => `operation ${key}`

function unnamed(): Pick<Lease, 'signal' | 'stop' | 'release'> {
  const stopping = new AbortController()
  return { signal: stopping.signal, stop: () => stopping.abort(), release: () => undefined }
}

const keyOf = (name: string, { kind, people }: Caller) =>
  JSON.stringify([kind, people.map(({ email }) => email).sort(), name])

/**
 * The name that the caller gives a long operation, to know its progress among the events.
 * @throws GalleyError bad-request
 */
function operationOf(headers: Headers): string | null {
  const operation = headers.get(names.operation)
  if (operation === null || /^[\x21-\x7e]{1,100}$/.test(operation)) return operation
  throw new GalleyError(
    'bad-request',
    sentence`${{ field: names.operation }} holds 1 to 100 visible ASCII characters.`,
    { where: names.operation }
  )
}
