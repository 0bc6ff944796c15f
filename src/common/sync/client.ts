import type { z } from 'zod'
import { failureOf, unreachable } from '../api/client-errors'
import { GalleyError } from '../errors'
import type { Choice } from '../formats'
import {
  begunSignIn,
  decided,
  made,
  remoteFolder,
  remoteVersions,
  signInOffer,
  syncConflict,
  syncConflictDetail,
  syncActivity,
  syncDecision,
  syncFiles,
  syncOverview,
  syncSurvey,
  syncTest,
  undone,
  type PairRequest,
  type SignInAgreement,
  type SignInSetting,
  type SyncPair
} from './shapes'

/** Addresses of the sync, relative to the service's origin. */
const syncRoutes = {
  overview: () => '/sync',
  remotes: () => '/sync/remotes',
  remote: (id: string) => `/sync/remotes/${encodeURIComponent(id)}`,
  token: (id: string) => `/sync/remotes/${encodeURIComponent(id)}/token`,
  /** `POST`: where a server says that people sign in. */
  offer: () => '/sync/sign-in-offer',
  /** `POST` begins, `DELETE` cancels or signs out. */
  signIn: (id: string) => `/sync/remotes/${encodeURIComponent(id)}/sign-in`,
  test: (id: string) => `/sync/remotes/${encodeURIComponent(id)}/test`,
  folder: (id: string, path: string) =>
    `/sync/remotes/${encodeURIComponent(id)}/folder?${new URLSearchParams({ path }).toString()}`,
  survey: (id: string) => `/sync/remotes/${encodeURIComponent(id)}/survey`,
  pairs: () => '/sync/pairs',
  pair: (id: string) => `/sync/pairs/${encodeURIComponent(id)}`,
  act: (
    id: string,
    what: 'run' | 'stop' | 'conflicts' | 'conflict' | 'decision' | 'decisions' | 'undo' | 'activity'
  ) => `/sync/pairs/${encodeURIComponent(id)}/${what}`,
  look: (
    id: string,
    what: 'files' | 'versions' | 'version' | 'side',
    query: Readonly<Record<string, string | undefined>>
  ) => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]]
    )
    return `/sync/pairs/${encodeURIComponent(id)}/${what}?${new URLSearchParams(given).toString()}`
  }
} as const

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
    addRemote: (remote: {
      readonly name: string
      readonly base: string
      readonly token: string | null
      /** How to sign in, in place of a token. */
      readonly signIn?: SignInSetting | null
    }) => call(made, 'POST', syncRoutes.remotes(), remote),
    removeRemote: async (id: string) => void (await ask('DELETE', syncRoutes.remote(id))),
    setToken: async (id: string, token: string) => void (await ask('PUT', syncRoutes.token(id), { token })),
    /** Where a server says that people sign in; null when it does not say. */
    signInOffer: (base: string) => call(signInOffer, 'POST', syncRoutes.offer(), { base }),
    /**
     * Opens the provider's page in the person's browser. How it goes on comes with `sync` events.
     * @param agreed what the person was shown and said yes to. @throws GalleyError not-agreed without it, unless it is as it was before
     */
    signIn: (id: string, setting: SignInSetting | null = null, agreed: SignInAgreement | null = null) =>
      call(begunSignIn, 'POST', syncRoutes.signIn(id), { setting, agreed }),
    /** Cancels the sign-in under way; without one, signs out. */
    signOut: async (id: string) => void (await ask('DELETE', syncRoutes.signIn(id))),
    test: (id: string, path: string | null) => call(syncTest, 'POST', syncRoutes.test(id), { path }),
    addPair: (pair: PairRequest) => call(made, 'POST', syncRoutes.pairs(), pair),
    changePair: async (
      id: string,
      change: Partial<Pick<SyncPair, 'paused' | 'firstSync' | 'leaveOut' | 'everyMinutes'>>
    ) => void (await ask('PUT', syncRoutes.pair(id), change)),
    removePair: async (id: string) => void (await ask('DELETE', syncRoutes.pair(id))),
    /** Begins a run; how far it is comes with `sync` events. */
    run: async (
      id: string,
      {
        approved = [],
        refused = [],
        paths = []
      }: {
        /** Deletions that somebody has said yes to, and those that somebody has said no to. */
        readonly approved?: readonly string[]
        readonly refused?: readonly string[]
        /** Only these, as the failures of the last run name them; empty: all. */
        readonly paths?: readonly string[]
      } = {}
    ) => void (await ask('POST', syncRoutes.act(id, 'run'), { approved, refused, paths })),
    stop: async (id: string) => void (await ask('POST', syncRoutes.act(id, 'stop'))),
    conflicts: (id: string) => call(syncConflict.array(), 'GET', syncRoutes.act(id, 'conflicts')),
    conflict: (id: string, key: string, choices: ReadonlyMap<string, Choice>) =>
      call(syncConflictDetail, 'POST', syncRoutes.act(id, 'conflict'), { key, choices: choicesOf(choices) }),
    /**
     * What of a pair is not in sync, from memory: cheap, also offline. Read it again after a `sync` event.
     * @param folder a content path here; also one file. Default: the whole pair
     * @param limit how many files at most; default 1,000
     */
    files: (id: string, { folder, limit }: { readonly folder?: string; readonly limit?: number } = {}) =>
      call(syncFiles, 'GET', syncRoutes.look(id, 'files', { folder, limit: limit?.toString() })),
    /** Versions of a file on the server. @param path here. @throws GalleyError unreachable when offline */
    remoteVersions: (id: string, path: string) =>
      call(remoteVersions, 'GET', syncRoutes.look(id, 'versions', { path })),
    /** The bytes of one of them; without `url` what the server has now. @throws GalleyError unreachable, not-found */
    remoteVersionContent: async (id: string, path: string, url?: string): Promise<ArrayBuffer> =>
      (await ask('GET', syncRoutes.look(id, 'version', { path, url }))).arrayBuffer(),
    /** Decisions that can be taken back, newest first. */
    decisions: (id: string) => call(syncDecision.array(), 'GET', syncRoutes.act(id, 'decisions')),
    /** What the runs did, newest first. */
    activity: (id: string) => call(syncActivity.array(), 'GET', syncRoutes.act(id, 'activity')),
    /** Takes a decision back: the conflict and the content are as before. @throws GalleyError precondition-failed when the file has changed since */
    undo: (id: string, key: string) => call(undone, 'POST', syncRoutes.act(id, 'undo'), { key }),
    /** What lies in a folder of the server; `/` shows its organizations. */
    folder: (remoteId: string, path: string) => call(remoteFolder, 'GET', syncRoutes.folder(remoteId, path)),
    /** How much a first sync of two folders would be. It reads every list of the server’s. */
    survey: (remoteId: string, folders: { readonly remote: string; readonly local: string }) =>
      call(syncSurvey, 'POST', syncRoutes.survey(remoteId), folders),
    /** Where the bytes of one side of a conflict are. @param state of the conflict: with another one it is another address */
    sideAddress: (id: string, key: string, side: 'base' | 'local' | 'remote', state: string) =>
      (options.base ?? '') + syncRoutes.look(id, 'side', { key, side, state }),
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
