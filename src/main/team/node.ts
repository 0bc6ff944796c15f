import { setTimeout as pause } from 'node:timers/promises'
import type { Leader } from '../http/leader'
import type { WatchedService } from '../service'
import type { Lease } from '../store/types'
import { reportFailure } from '../system/failure-text'

/** The service of a node, in whose place another one comes when the node begins to lead, or does no more. */
export interface NodeService extends WatchedService {
  /** @param leader null: this node leads from now on */
  become(leader: Leader | null): void
}

/** @param make makes the service of a node that follows a leader, or leads */
export function nodeService(
  make: (leader: Leader | null) => WatchedService,
  leader: Leader | null
): NodeService {
  let current = make(leader)
  let isClosing = false
  let isLeaving = false
  const retired = new Set<WatchedService>()
  const closing = new Map<WatchedService, Promise<void>>()

  function close(service: WatchedService): Promise<void> {
    const over = closing.get(service) ?? service.close()
    closing.set(service, over)
    return over
  }
  /** What it was asked for goes on to its end; who listened comes again. */
  function retire(service: WatchedService): void {
    retired.add(service)
    service.drain()
    service
      .finished()
      .then(() => close(service))
      .then(() => retired.delete(service) && closing.delete(service))
      .catch(reportFailure)
  }

  return {
    fetch: (...asked) => current.fetch(...asked),
    signedIn: () => current.signedIn?.(),
    leave() {
      isLeaving = true
      current.leave()
    },
    drain: () => current.drain(),
    saveAll: async () => current.saveAll?.(),
    save: (path) => current.save(path),
    readiness: () => current.readiness(),
    figures: () => current.figures(),
    finished: () => current.finished(),
    become(next) {
      if (isClosing) return
      const before = current
      current = make(next)
      if (isLeaving) current.leave()
      retire(before)
    },
    async close() {
      isClosing = true
      await Promise.all([current, ...retired].map(close))
    }
  }
}

const AGAIN_MS = 1_000

interface LeadingParts {
  readonly lead: (stop: AbortSignal) => Promise<Lease | null>
  readonly service: Pick<NodeService, 'become'>
  /** Who leads while this node does not. */
  readonly leader: Leader
  readonly notify: (line: string) => void
}

/** Leads whenever nobody else does. @returns a function that ends it: when it resolves, another one may lead */
export function leadInTurn({ lead, service, leader, notify }: LeadingParts): () => Promise<void> {
  const stop = new AbortController()
  let held: Lease | null = null

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      held = await lead(stop.signal).catch(() => null)
      if (!held) {
        // a database that is away
        if (!stop.signal.aborted) await pause(AGAIN_MS, undefined, { signal: stop.signal }).catch(() => null)
        continue
      }
      notify('this node leads')
      service.become(null)
      await ended(held.signal, stop.signal)
      if (stop.signal.aborted) return
      notify('another node leads')
      service.become(leader)
    }
  }
  const over = run()

  return async () => {
    stop.abort()
    await over
    held?.release()
  }
}

function ended(...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    }
  })
}
