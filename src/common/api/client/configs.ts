import { contentPath, type ContentPath } from '../../content/paths'
import { access, restored, accessRequest, accessRequests } from '../shapes'
import type { HistoryRecord, PermissionsAnswer, AccessRequest, AccessAnswer, AccessRequests } from '../types'
import { historyRecords } from './answers'
import { formOf } from './bodies'
import { unlessMissing, type CallOptions, type Calls } from './calls'
import { headersOf, type Conditions } from './conditions'
import { configState, type ConfigState } from './states'

/** Configs, and what they and the permissions in them let a caller do (C1, C2, P7). */
export const configCalls = ({ ask, read }: Calls) => ({
  /** The config of exactly this path; null when it has none. */
  async config(path: ContentPath, options?: CallOptions): Promise<ConfigState | null> {
    const answer = await unlessMissing(ask('readConfig', { at: path }, options), null)
    return answer && configState(answer)
  },
  /** Creates or replaces it. @throws bad-config with a JSON Pointer in `where`, precondition-failed */
  saveConfig: async (path: ContentPath, text: string, save: Conditions = {}): Promise<ConfigState> =>
    configState(
      await ask('writeConfig', { at: path }, { headers: headersOf(save), payload: formOf({ config: text }) })
    ),
  /** The paths at and below one that have a config of their own. */
  configs: async (path: ContentPath, options?: CallOptions): Promise<ContentPath[]> =>
    (await read(restored.array(), 'listConfigs', { at: path }, options)).map((one) => contentPath(one.path)),
  /** Newest first; each is read with `readVersion` (C2). */
  configHistory: (path: ContentPath, options?: CallOptions): Promise<HistoryRecord[]> =>
    read(historyRecords, 'listConfigVersions', { at: path }, options),
  /** What the caller, or with `email` somebody else, may do at a path, and why. */
  access: (
    path: ContentPath,
    { email, groups }: { readonly email?: string; readonly groups?: readonly string[] } = {}
  ): Promise<PermissionsAnswer> => read(access, 'readAccess', { at: path, email, groups: groups?.join(',') }),
  /** What the caller asks to be allowed, and what they may answer; null at a service that does not know it (A13). */
  accessRequests: (options?: CallOptions): Promise<AccessRequests | null> =>
    unlessMissing(read(accessRequests, 'listAccessRequests', {}, options), null),
  /** Asks to be let read or write one document. @throws bad-path, bad-request, too-many */
  ask: (asked: {
    path: ContentPath
    action: AccessRequest['action']
    text?: string
  }): Promise<AccessRequest> => read(accessRequest, 'askAccess', {}, { json: asked }),
  /** @throws not-found when it was answered meanwhile; forbidden, bad-config */
  answerAccessRequest: (id: string, answer: AccessAnswer): Promise<AccessRequest> =>
    read(accessRequest, 'answerAccessRequest', { id }, { json: { answer } }),
  /** Takes it back, or puts its answer away; also when it is gone. */
  async forgetAccessRequest(id: string): Promise<void> {
    await unlessMissing(ask('forgetAccessRequest', { id }), null)
  }
})
