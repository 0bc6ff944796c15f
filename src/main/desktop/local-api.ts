import type { LocalApiState } from '../../common/bridge'
import { GalleyError } from '../../common/errors'
import type { RunningServer } from '../server'
import { startServer } from '../server'

/** The service of the open workspace on a port of this machine, when the person turned it on (N2). Scripts come with tokens. */
export interface LocalApi {
  state(): LocalApiState
  /** Resolves to how it is then; a port that cannot be had is told, not thrown. */
  set(on: boolean): Promise<LocalApiState>
  /** Resolves when the port is free. */
  close(): Promise<void>
}

export interface LocalApiParts {
  /** The workspace's answer to somebody who is not a window of the app. */
  readonly fetch: (request: Request) => Promise<Response>
  /** As it was left, and where to keep it: the same port again, so that addresses stay good. */
  readonly stored: () => LocalApiSetting | undefined
  readonly store: (setting: LocalApiSetting) => void
  readonly onChange: (state: LocalApiState) => void
}

export interface LocalApiSetting {
  readonly on: boolean
  readonly port: number
}

export function createLocalApi({ fetch, stored, store, onChange }: LocalApiParts): LocalApi {
  let running: RunningServer | null = null
  let problem: string | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const state = (): LocalApiState => ({
    origin: running?.origin ?? null,
    ...(problem === undefined ? {} : { problem })
  })

  async function open(): Promise<void> {
    const wanted = stored()?.port ?? 0
    try {
      running = await listen(wanted)
    } catch (error) {
      if (wanted === 0) throw error
      // another program has it now
      running = await listen(0)
    }
  }

  // the workspace's service goes on when the listener ends
  const listen = (port: number) => startServer({ port, service: { fetch, close: () => Promise.resolve() } })

  async function change(on: boolean): Promise<void> {
    problem = undefined
    try {
      if (on && !running) await open()
      if (!on) await end()
    } catch (error) {
      problem = error instanceof GalleyError ? error.message : 'The Local API could not be started.'
    }
    store({ on, port: running?.port ?? stored()?.port ?? 0 })
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
    set: (on) =>
      inTurn(async () => {
        await change(on)
        return state()
      }),
    close: () => inTurn(end)
  }
}
