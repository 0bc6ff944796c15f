import type { z } from 'zod'
import { failureOf, unreachable } from '../api/client-errors'
import { GalleyError } from '../errors'
import type { Choice } from '../merge'
import {
  decided,
  made,
  syncConflict,
  syncConflictDetail,
  syncOverview,
  syncTest,
  type PairWish,
  type SyncPair
} from './shapes'

/** Addresses of the sync, relative to the service's origin. */
export const syncRoutes = {
  overview: () => '/sync',
  remotes: () => '/sync/remotes',
  remote: (id: string) => `/sync/remotes/${encodeURIComponent(id)}`,
  token: (id: string) => `/sync/remotes/${encodeURIComponent(id)}/token`,
  test: (id: string) => `/sync/remotes/${encodeURIComponent(id)}/test`,
  pairs: () => '/sync/pairs',
  pair: (id: string) => `/sync/pairs/${encodeURIComponent(id)}`,
  act: (id: string, what: 'run' | 'stop' | 'conflicts' | 'conflict' | 'decision') =>
    `/sync/pairs/${encodeURIComponent(id)}/${what}`
} as const

export type SyncClient = ReturnType<typeof createSyncClient>

/** The typed client of the sync. Methods reject with a GalleyError: the service's own reason, `unreachable`, `cancelled`. */
export function createSyncClient(
  options: {
    readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
    readonly base?: string
  } = {}
) {
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))

  async function ask(method: string, url: string, body?: unknown): Promise<Response> {
    let answer: Response
    try {
      answer = await send((options.base ?? '') + url, {
        method,
        ...(body !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body)
        })
      })
    } catch (cause) {
      throw unreachable(cause)
    }
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }

  async function call<T>(shape: z.ZodType<T>, method: string, url: string, body?: unknown): Promise<T> {
    const answer = await ask(method, url, body)
    const read = shape.safeParse(await answer.json().catch(() => null))
    if (read.success) return read.data
    throw new GalleyError(
      'internal',
      'The service gave an answer that this Galley does not understand. Restart Galley.',
      { cause: read.error }
    )
  }

  const choicesOf = (choices: ReadonlyMap<string, Choice>) => Object.fromEntries(choices)

  return {
    overview: () => call(syncOverview, 'GET', syncRoutes.overview()),
    addRemote: (remote: { readonly name: string; readonly base: string; readonly token: string | null }) =>
      call(made, 'POST', syncRoutes.remotes(), remote),
    removeRemote: async (id: string) => void (await ask('DELETE', syncRoutes.remote(id))),
    setToken: async (id: string, token: string) => void (await ask('PUT', syncRoutes.token(id), { token })),
    test: (id: string, path: string | null) => call(syncTest, 'POST', syncRoutes.test(id), { path }),
    addPair: (pair: PairWish) => call(made, 'POST', syncRoutes.pairs(), pair),
    changePair: async (id: string, change: Partial<Pick<SyncPair, 'paused' | 'firstSync'>>) =>
      void (await ask('PUT', syncRoutes.pair(id), change)),
    removePair: async (id: string) => void (await ask('DELETE', syncRoutes.pair(id))),
    /** Begins a run; how far it is comes with `sync` events. */
    run: async (id: string, approved: readonly string[] = []) =>
      void (await ask('POST', syncRoutes.act(id, 'run'), { approved })),
    stop: async (id: string) => void (await ask('POST', syncRoutes.act(id, 'stop'))),
    conflicts: (id: string) => call(syncConflict.array(), 'GET', syncRoutes.act(id, 'conflicts')),
    conflict: (id: string, key: string, choices: ReadonlyMap<string, Choice>) =>
      call(syncConflictDetail, 'POST', syncRoutes.act(id, 'conflict'), { key, choices: choicesOf(choices) }),
    decide: (
      id: string,
      key: string,
      decision: {
        readonly choices: ReadonlyMap<string, Choice>
        readonly state: string
        readonly keepBoth: boolean
      }
    ) =>
      call(decided, 'POST', syncRoutes.act(id, 'decision'), {
        key,
        ...decision,
        choices: choicesOf(decision.choices)
      })
  }
}
