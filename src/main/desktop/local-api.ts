import type { LocalApiState } from '../../common/bridge'
import { GalleyError } from '../../common/errors'
import type { RunningServer } from '../server'
import type { Service } from '../service'
import { startServer } from '../server'

/**
 * The service of the open workspace on a port of this machine, when the person turned it on (N2). Scripts
 * come with tokens.
 */
export interface LocalApi {
  state(): LocalApiState
  /** Resolves to how it is then; a port that cannot be had is told, not thrown. */
  set(on: boolean): Promise<LocalApiState>
  /**
   * Chooses the port; 0 is any free one. While it is on it moves there, and stays where it is when that port
   * cannot be had: then nothing changes, and the problem is told.
   */
  setPort(port: number): Promise<LocalApiState>
  /**
   * Whether the open workspace may be reached at all (T1). While it may not, it is off, and how it was left
   * stays remembered.
   */
  allow(isAllowed: boolean): Promise<LocalApiState>
  /** Resolves when the port is free. */
  close(): Promise<void>
}

interface LocalApiParts {
  /** The workspace's answer to somebody who is not a window of the app. */
  readonly fetch: (request: Request) => Promise<Response>
  /** As it was left, and where to keep it: the same port again, so that addresses stay good. */
  readonly stored: () => LocalApiSetting | undefined
  readonly store: (setting: LocalApiSetting) => void
  readonly onChange: (state: LocalApiState) => void
}

export interface LocalApiSetting {
  readonly on: boolean
  /** The last one, to be had again if it is free. */
  readonly port: number
  /** The one that the person chose: this or none. */
  readonly chosen?: number
}

export function createLocalApi({ fetch, stored, store, onChange }: LocalApiParts): LocalApi {
  let running: RunningServer | null = null
  let problem: string | undefined
  let isAllowed = true
  let queue: Promise<unknown> = Promise.resolve()

  const chosen = () => stored()?.chosen ?? 0

  const state = (): LocalApiState => ({
    origin: running?.origin ?? null,
    ...(chosen() === 0 ? {} : { port: chosen() }),
    ...(isAllowed ? {} : { restricted: true as const }),
    ...(problem === undefined ? {} : { problem })
  })

  /** The chosen port or none; without a choice the last one, or another when a program has that now. */
  async function open(port: number): Promise<RunningServer> {
    if (port !== 0) return listen(port)
    const last = stored()?.port ?? 0
    if (last === 0) return listen(0)
    return listen(last).catch(() => listen(0))
  }

  const listen = (port: number) => startServer({ port, service: lent(fetch) })

  const keep = (on: boolean, port: number) =>
    store({ on, port: running?.port ?? stored()?.port ?? 0, ...(port === 0 ? {} : { chosen: port }) })

  async function turn(on: boolean): Promise<void> {
    problem = !isAllowed && on ? NOT_TRUSTED : undefined
    if (problem !== undefined) return onChange(state())
    try {
      if (on) running ??= await open(chosen())
      else await end()
    } catch (error) {
      problem = problemOf(error, chosen())
    }
    keep(on, chosen())
    onChange(state())
  }

  async function move(port: number): Promise<void> {
    problem = undefined
    const before = running
    const wanted = before !== null || stored()?.on === true
    const on = isAllowed && wanted
    try {
      if (on && before?.port !== port) running = port === 0 ? (before ?? (await open(0))) : await listen(port)
      keep(wanted, port)
    } catch (error) {
      problem = problemOf(error, port)
    }
    onChange(state())
    if (running !== before) await before?.close()
  }

  async function allow(next: boolean): Promise<void> {
    isAllowed = next
    problem = undefined
    if (next && stored()?.on === true) return turn(true)
    if (!next) await end()
    onChange(state())
  }

  async function end(): Promise<void> {
    const server = running
    running = null
    await server?.close()
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }

  return {
    state,
    set: (on) => inTurn(() => turn(on)).then(state),
    setPort: (port) => inTurn(() => move(port)).then(state),
    allow: (next) => inTurn(() => allow(next)).then(state),
    close: () => inTurn(end)
  }
}

/**
 * A service for one listener: the workspace's goes on when that ends, only event streams end with it, which
 * would keep it waiting.
 */
function lent(fetch: LocalApiParts['fetch']): Service {
  const streams = new Set<AbortController>()
  return {
    async fetch(request) {
      const answer = await fetch(request)
      if (!answer.body || !answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return answer
      const ending = new AbortController()
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      streams.add(ending)
      void answer.body
        .pipeTo(writable, { signal: ending.signal, preventAbort: true })
        .catch(() => writable.close())
        // the reader is gone: there is nobody to tell
        .catch(() => undefined)
        .finally(() => streams.delete(ending))
      return new Response(readable, { status: answer.status, headers: answer.headers })
    },
    close() {
      for (const ending of streams) ending.abort()
      return Promise.resolve()
    }
  }
}

const NOT_TRUSTED = 'The Local API is off in a workspace that is not trusted.'

function problemOf(error: unknown, port: number): string {
  const cause = error instanceof GalleyError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return `Another program uses port ${port}. Choose another port, or let Galley take any free one.`
  if (code === 'EACCES') return `Port ${port} may not be used by your account. Choose one above 1023.`
  return 'The Local API could not be started.'
}
