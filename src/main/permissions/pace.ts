import { LRUCache } from 'lru-cache'
import { setTimeout as sleep } from 'node:timers/promises'
import { GalleyError } from '../../common/errors'
import type { Caller } from '../callers/types'
import type { Access } from './access'

interface Asked {
  readonly access: Pick<Access, 'unrestricted'>
  readonly caller: Pick<Caller, 'people'>
  readonly request: Pick<Request, 'signal'>
}

/** Answers what is looked for among things that a caller may not read, so that its time tells nothing of them. */
export type Pace = <T>(asked: Asked, work: () => Promise<T>) => Promise<T>

/** Answers and refusals leave at such steps after their work began. */
const STEP_MS = 50
/** So often somebody is answered; as many at once as come in a second. */
const EACH_MS = 100
const AT_ONCE = 10
/** Whoever asks so much that they would wait longer is refused. */
const LONGEST_MS = 10_000
/** Callers that are remembered; of more, who asked longest ago is forgotten. */
const MOST = 20_000

/**
 * How long an answer takes tells who may not read everything nothing of how much there is (FI4): it leaves on a
 * grid, and one person gets ten a second, so that many answers do not make up for the grid.
 */
export function openPace(now: () => number = () => performance.now()): Pace {
  /** When the last of a person's turns is over. */
  const turns = new LRUCache<string, number>({ max: MOST })

  /** @throws GalleyError too-many */
  function waitOf(person: string): number {
    const over = Math.max(now(), turns.get(person) ?? 0) + EACH_MS
    const wait = over - now() - EACH_MS * AT_ONCE
    if (wait > LONGEST_MS)
      throw new GalleyError('too-many', 'You ask too much at once. Wait some seconds, and go on more slowly.')
    turns.set(person, over)
    return wait
  }

  return async ({ access, caller, request: { signal } }, work) => {
    if (access.unrestricted) return work()
    const wait = waitOf(JSON.stringify(caller.people.map(({ email }) => email.toLowerCase()).sort()))
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(cancelled)
    const began = now()
    try {
      return await work()
    } finally {
      await sleep(STEP_MS - ((now() - began) % STEP_MS))
    }
  }
}

function cancelled(): never {
  throw new GalleyError('cancelled', 'Nobody waits for the answer any more.')
}
