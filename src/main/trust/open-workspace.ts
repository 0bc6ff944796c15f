import type { FolderStore } from '../store/types'
import { openStore, type StoreOptions } from '../store'
import { identityOf, type WorkspaceIdentity } from './identity'
import { toldNotKept, type MachineTrust } from './machine-trust'

export interface JudgedWorkspace {
  readonly store: FolderStore
  readonly identity: WorkspaceIdentity
  readonly isTrusted: boolean
}

/**
 * Opens a workspace, or makes one, and says whether it is trusted on this computer. What Galley makes itself
 * is, from then on (T1).
 * @param notify a line for people, where that cannot be written down
 * @throws GalleyError as `openStore`
 */
export async function openWorkspace(
  location: string,
  {
    trust,
    notify,
    ...options
  }: { readonly trust: MachineTrust; readonly notify: (line: string) => void } & Omit<StoreOptions, 'folder'>
): Promise<JudgedWorkspace> {
  const store = await openStore({ folder: location, ...options })
  try {
    const identity = await identityOf({ id: store.id, location: store.folder.location })
    if (!store.folder.isNew) return { store, identity, isTrusted: await trust.has(identity) }
    await trust.add(identity).catch((error: unknown) => toldNotKept(error, notify))
    return { store, identity, isTrusted: true }
  } catch (error) {
    await store.close()
    throw error
  }
}
