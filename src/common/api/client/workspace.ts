import { contentPath, type ContentPath } from '../../content/paths'
import { workspaceHealth, type WorkspaceHealth } from '../../health'
import type { NamedPerson } from '../../person'
import { trustInfo, type TrustInfo } from '../../trust'
import { draftPlace, keptDraft, type KeptDraft } from '../drafts'
import { setAsideItem, transfer, workspace } from '../shapes'
import type { SetAsideItem, WorkspaceInfo } from '../types'
import { unlessMissing, type CallOptions, type Calls } from './calls'

/**
 * The workspace itself: whose it is, how it fares, what was set aside, and words that no window could keep.
 */
export const workspaceCalls = ({ ask, read }: Calls) => ({
  workspace: (options?: CallOptions): Promise<WorkspaceInfo> => read(workspace, 'readWorkspace', {}, options),
  /** Who works here (A1); resolves to the workspace as it is now. */
  setOwner: (owner: NamedPerson): Promise<WorkspaceInfo> =>
    read(workspace, 'setOwner', {}, { json: { owner } }),
  /**
   * What the service folder of every site is called, without its dot (N4); the folders are renamed with it.
   * Resolves to the workspace as it is now. @throws bad-request, exists when a site has something of that
   * name
   */
  setServiceFolder: (name: string): Promise<WorkspaceInfo> =>
    read(workspace, 'setServiceFolder', {}, { json: { name } }),
  /** Puts the sample site into the workspace; resolves to its path. @throws exists */
  async loadSample(): Promise<{ path: ContentPath; files: number }> {
    const { path, files } = await read(transfer, 'loadSample', {})
    return { path: contentPath(path), files }
  },
  /** Whether the workspace is trusted on this computer, and what it sets going then (T1). */
  trust: (options?: CallOptions): Promise<TrustInfo> => read(trustInfo, 'readTrust', {}, options),

  /** How the store, the disk and the place of the workspace are (W11 to W13). */
  health: (options?: CallOptions): Promise<WorkspaceHealth> =>
    read(workspaceHealth, 'readHealth', {}, options),
  /** Begins to examine the whole store, unless that is under way. */
  checkHealth: (): Promise<WorkspaceHealth> => read(workspaceHealth, 'checkHealth', {}),
  /** Whether the place of the workspace is spoken of no more. */
  silencePlace: (silenced: boolean): Promise<WorkspaceHealth> =>
    read(workspaceHealth, 'silencePlace', {}, { json: { silenced } }),

  /** What was set aside because it was damaged or broke a rule, newest first. */
  setAside: (options?: CallOptions): Promise<SetAsideItem[]> =>
    read(setAsideItem.array(), 'listSetAside', {}, options),
  /** The bytes of one, of no type. @throws not-found */
  readSetAside: async (name: string): Promise<Blob> => (await ask('readSetAside', { name })).blob(),
  /** For good. */
  async deleteSetAside(name: string): Promise<void> {
    await ask('deleteSetAside', { name })
  },

  /** Words that the caller's own windows could not keep themselves, newest first. */
  drafts: (options?: CallOptions): Promise<KeptDraft[]> => read(keptDraft.array(), 'listDrafts', {}, options),
  /** Resolves to where the service keeps it. @throws disk-full when nothing takes it */
  keepDraft: async (draft: KeptDraft): Promise<'disk' | 'memory'> =>
    (await read(draftPlace, 'keepDraft', { session: draft.session }, { json: draft })).kept,
  /** Also when there is none. */
  async forgetDraft(session: string): Promise<void> {
    await unlessMissing(ask('forgetDraft', { session }), null)
  }
})
