import type { Choice } from '../../formats'
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
  type SignInSetting
} from '../../sync/shapes'
import type { BodyOf } from '../operations'
import { bytesOf, openCalls, type CallsOptions } from './calls'

export type SyncClient = ReturnType<typeof createSyncClient>

/** The typed client of the sync; it rejects as the one of authoring does. */
export function createSyncClient(options: CallsOptions = {}) {
  const { ask, read, url } = openCalls(options)

  return {
    overview: () => read(syncOverview, 'readSync', {}),
    /** With a token, or with `signIn` how to sign in. */
    addRemote: (remote: BodyOf<'addSyncRemote'>) => read(made, 'addSyncRemote', {}, { json: remote }),
    removeRemote: async (id: string) => void (await ask('removeSyncRemote', { id })),
    setToken: async (id: string, token: string) =>
      void (await ask('setSyncToken', { id }, { json: { token } })),
    /** Where a server says that people sign in; null when it does not say. */
    signInOffer: (base: string) => read(signInOffer, 'askSyncSignIn', {}, { json: { base } }),
    /**
     * Opens the provider's page in the person's browser. How it goes on comes with `sync` events.
     * @param agreed what the person was shown and said yes to. @throws GalleyError not-agreed without it,
     * unless it is as it was before
     */
    signIn: (id: string, setting: SignInSetting | null = null, agreed: SignInAgreement | null = null) =>
      read(begunSignIn, 'beginSyncSignIn', { id }, { json: { setting, agreed } }),
    /** Cancels the sign-in under way; without one, signs out. */
    signOut: async (id: string) => void (await ask('endSyncSignIn', { id })),
    test: (id: string, path: string | null) => read(syncTest, 'testSyncRemote', { id }, { json: { path } }),
    addPair: (pair: PairRequest) => read(made, 'addSyncPair', {}, { json: pair }),
    changePair: async (id: string, change: BodyOf<'changeSyncPair'>) =>
      void (await ask('changeSyncPair', { id }, { json: change })),
    removePair: async (id: string) => void (await ask('removeSyncPair', { id })),
    /**
     * Begins a run; how far it is comes with `sync` events.
     * @param what deletions that somebody has said yes to, and those that somebody has said no to; `paths`:
     * only these, as the failures of
     *   the last run name them
     */
    run: async (id: string, what: BodyOf<'runSyncPair'> = {}) =>
      void (await ask('runSyncPair', { id }, { json: what })),
    stop: async (id: string) => void (await ask('stopSyncPair', { id })),
    conflicts: (id: string) => read(syncConflict.array(), 'listSyncConflicts', { id }),
    conflict: (id: string, key: string, choices: ReadonlyMap<string, Choice>) =>
      read(syncConflictDetail, 'showSyncConflict', { id }, { json: { key, choices: choicesOf(choices) } }),
    /**
     * What of a pair is not in sync, from memory: cheap, also offline. Read it again after a `sync` event.
     * @param within `folder`: a content path here, also of one file, default the whole pair; `limit`: how
     * many files at most, default 1,000
     */
    files: (id: string, within: { readonly folder?: string; readonly limit?: number } = {}) =>
      read(syncFiles, 'listSyncFiles', { id, ...within }),
    /** Versions of a file on the server. @param path here. @throws GalleyError unreachable when offline */
    remoteVersions: (id: string, path: string) => read(remoteVersions, 'listRemoteVersions', { id, path }),
    /**
     * The bytes of one of them; without `url` what the server has now.
     * @throws GalleyError unreachable, not-found
     */
    remoteVersionContent: async (id: string, path: string, url?: string): Promise<Uint8Array> =>
      bytesOf(await ask('readRemoteVersion', { id, path, url })),
    /** Decisions that can be taken back, newest first. */
    decisions: (id: string) => read(syncDecision.array(), 'listSyncDecisions', { id }),
    /** What the runs did, newest first. */
    activity: (id: string) => read(syncActivity.array(), 'listSyncActivity', { id }),
    /**
     * Takes a decision back: the conflict and the content are as before.
     * @throws GalleyError precondition-failed when the file has changed since
     */
    undo: (id: string, key: string) => read(undone, 'undoSyncDecision', { id }, { json: { key } }),
    /** What lies in a folder of the server; `/` shows its organizations. */
    folder: (id: string, path: string) => read(remoteFolder, 'readRemoteFolder', { id, path }),
    /** How much a first sync of two folders would be. It reads every list of the server’s. */
    survey: (id: string, folders: BodyOf<'surveySync'>) =>
      read(syncSurvey, 'surveySync', { id }, { json: folders }),
    /**
     * Where the bytes of one side of a conflict are.
     * @param state of the conflict: with another one it is another address
     */
    sideAddress: (id: string, key: string, side: 'base' | 'local' | 'remote', state: string): string =>
      url('readSyncConflictSide', { id, key, side, state }),
    decide: (
      id: string,
      key: string,
      {
        choices,
        state,
        keepBoth
      }: {
        readonly choices: ReadonlyMap<string, Choice>
        readonly state: string
        readonly keepBoth: boolean
      }
    ) =>
      read(
        decided,
        'decideSyncConflict',
        { id },
        { json: { key, state, keepBoth, choices: choicesOf(choices) } }
      )
  }
}

const choicesOf = (choices: ReadonlyMap<string, Choice>) => Object.fromEntries(choices)
