import type { IncomingMessage } from 'node:http'
import type { CallerKind } from '../callers/heard'
import type { MeasuredResponse } from './measured-response'

/** What is told of a request that is over: nothing of its content, and nobody's name. */
export interface RequestRecord {
  readonly id: string
  readonly method: string
  /** The address's pattern. */
  readonly route: string
  readonly status: number
  /** Of the body, as sent. */
  readonly bytes: number
  readonly ms: number
  readonly caller: CallerKind | 'nobody'
  /** It goes on for as long as its reader likes. */
  readonly isStream: boolean
  /** Whether it went out to its end. */
  readonly isWhole: boolean
}

/** Whoever looks at the requests of a listener. */
export interface Watcher {
  begun?(isStream: boolean): void
  ended(record: RequestRecord): void
}

interface Watched {
  readonly id: string
  readonly isStream: boolean
  /** Its path, without the query. */
  readonly pathname: string
  readonly routeOf: (method: string, pathname: string) => string
}

/** Tells the watchers of one request. @returns what to tell of its caller */
export function watch(
  watchers: readonly Watcher[],
  incoming: IncomingMessage,
  outgoing: MeasuredResponse,
  { id, isStream, pathname, routeOf }: Watched
): (kind: CallerKind | null) => void {
  const begunAt = performance.now()
  const method = incoming.method ?? ''
  let caller: CallerKind | 'nobody' = 'nobody'
  for (const one of watchers) one.begun?.(isStream)
  outgoing.once('close', () => {
    const record: RequestRecord = {
      id,
      method: known.has(method) ? method : 'OTHER',
      route: routeOf(method, pathname),
      status: outgoing.statusCode,
      bytes: outgoing.bodyBytes,
      ms: Math.round((performance.now() - begunAt) * 10) / 10,
      caller,
      isStream,
      isWhole: outgoing.writableFinished
    }
    for (const one of watchers) one.ended(record)
  })
  return (kind) => void (caller = kind ?? 'nobody')
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
