import { setMaxListeners } from 'node:events'
import { GalleyError, sentence } from '../../common/errors'
import { limitFor, mostWorkers, workBounds } from './bounds'
import { openFairLine, type Waiting } from './line'
import { errorOf, failureOf } from './messages'
import { startThread, type Thread } from './thread'
import { inlined, perform, type Inputs, type Outputs, type TaskKind } from './tasks'
import type { Workers, WorkersOptions, WorkOptions } from './types'

interface Work extends Waiting {
  readonly signal: AbortSignal | undefined
  /** Does it, in a thread, or in this one. Never rejects. */
  readonly begin: (thread: Thread | null) => Promise<void>
  readonly refuse: (error: Error) => void
}

interface Place {
  readonly thread: Thread
  work: Work | null
  idle?: NodeJS.Timeout
}

/**
 * The one pool of workers that can be ended. They start with the first work, end when there was nothing to do
 * for a while, and are replaced when they die. Tenants take turns and leave one worker to the others; work on
 * much content is done alone, in a worker of its own, whose memory ends with it; who runs into a limit goes
 * behind.
 */
export function openWorkers({
  program,
  most = mostWorkers(),
  heap = workBounds.heap
}: WorkersOptions): Workers {
  const line = openFairLine<Work>()
  const places = new Set<Place>()
  const behind = new Map<string, number>()
  /** Workers that one tenant, or all that are behind, may have: one is left to the others. */
  const others = Math.max(1, most - 1)
  let closed = false
  let busyHere = false

  const isBehind = (tenant: string): boolean => {
    const until = behind.get(tenant)
    if (until === undefined) return false
    if (until > performance.now()) return true
    behind.delete(tenant)
    return false
  }

  function may(work: Work): boolean {
    const running = [...places].flatMap(({ work }) => work ?? [])
    if (work.bytes > workBounds.heavy && running.some(({ bytes }) => bytes > workBounds.heavy)) return false
    const slow = isBehind(work.tenant)
    if (slow && running.filter(({ tenant }) => isBehind(tenant)).length >= others) return false
    const own = running.filter(({ tenant }) => tenant === work.tenant).length
    return own < (slow ? 1 : others)
  }

  function next(): void {
    if (closed || line.length === 0) return
    if (program === null) return void (busyHere ? undefined : here())
    const free = [...places].find(({ work }) => work === null)
    if (!free && places.size >= most) return
    const work = line.take(may, isBehind)
    if (!work) return
    void run(free ?? opened(program), work).then(next)
    next()
  }

  function opened(program: string): Place {
    const place: Place = {
      thread: startThread(program, heap, () => places.delete(place)),
      work: null
    }
    places.add(place)
    return place
  }

  async function run(place: Place, work: Work): Promise<void> {
    clearTimeout(place.idle)
    place.work = work
    const stop = () => void place.thread.end()
    work.signal?.addEventListener('abort', stop)
    await work.begin(place.thread)
    work.signal?.removeEventListener('abort', stop)
    place.work = null
    if (!places.has(place)) {
      // it did not survive its work
      if (!closed && !work.signal?.aborted) behind.set(work.tenant, performance.now() + workBounds.behindMs)
      return
    }
    if (work.bytes > workBounds.heavy) return void (await place.thread.end())
    place.idle = setTimeout(() => void place.thread.end(), workBounds.idleMs)
    place.idle.unref()
  }

  async function here(): Promise<void> {
    busyHere = true
    for (let work = line.take(always, never); work; work = line.take(always, never)) {
      await new Promise((resolve) => setImmediate(resolve))
      await work.begin(null)
    }
    busyHere = false
  }

  async function queued<K extends TaskKind>(
    kind: K,
    how: WorkOptions,
    input: () => Promise<Inputs[K]> | Inputs[K]
  ): Promise<Outputs[K]> {
    if (line.count(how.tenant) >= workBounds.waiting) throw tooMany()
    let giveUp = () => {}
    return new Promise<Outputs[K]>((resolve, reject) => {
      const work = workOf(kind, how, input, { resolve, reject })
      giveUp = () => {
        if (line.remove(work)) reject(cancelled())
      }
      if (how.signal) {
        // hundreds wait for the one stop of a job: that is no leak
        setMaxListeners(0, how.signal)
        how.signal.addEventListener('abort', giveUp)
      }
      line.add(work)
      next()
    }).finally(() => how.signal?.removeEventListener('abort', giveUp))
  }

  return {
    async run(kind, how, input) {
      if (closed) throw closedError()
      if (how.signal?.aborted) throw cancelled()
      if (inlined.has(kind) && how.bytes <= workBounds.inline) {
        const given = await input()
        if (isLight(given)) return performHere(kind, given)
        return queued(kind, how, () => given)
      }
      return queued(kind, how, input)
    },
    async close() {
      closed = true
      for (const work of line.clear()) work.refuse(closedError())
      await Promise.all([...places].map(({ thread }) => thread.end()))
    }
  }
}

function workOf<K extends TaskKind>(
  kind: K,
  { tenant, bytes, urgent = false, signal, limit = limitFor(bytes) }: WorkOptions,
  input: () => Promise<Inputs[K]> | Inputs[K],
  said: { readonly resolve: (output: Outputs[K]) => void; readonly reject: (error: unknown) => void }
): Work {
  return {
    tenant,
    bytes,
    urgent,
    signal,
    refuse: said.reject,
    async begin(thread) {
      try {
        const given = await input()
        said.resolve(thread ? await thread.ask(kind, given, limit) : performHere(kind, given))
      } catch (error) {
        said.reject(error)
      }
    }
  }
}

/** The stack of this thread is a bound too. */
function performHere<K extends TaskKind>(kind: K, input: Inputs[K]): Outputs[K] {
  try {
    return perform(kind, input)
  } catch (error) {
    throw error instanceof RangeError ? errorOf(failureOf(error)) : error
  }
}

const always = () => true
const never = () => false
const closedError = () => new GalleyError('closed', 'The workspace was closed.')
const cancelled = () => new GalleyError('cancelled', 'The work was given up.')
const tooMany = () =>
  new GalleyError(
    'too-many',
    sentence`More than ${{ most: workBounds.waiting }} pieces of work wait here already. Try again in a moment.`
  )

const TAG = '<'.charCodeAt(0)

/**
 * True for content with so few tags that work on it cannot take long, however it is written: a parser may
 * repeat each of them.
 */
function isLight(input: object): boolean {
  return Object.values(input).every(
    (value) => !(value instanceof Uint8Array) || countOf(TAG, value) <= workBounds.inlineTags
  )
}

function countOf(byte: number, bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1
  return count
}
