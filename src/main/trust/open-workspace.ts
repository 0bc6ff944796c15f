import type { Store } from '../store/types'
import { openStoreAt, type StoreOptions } from '../store'
import { identityOf, type WorkspaceIdentity } from './identity'
import { reportNotKept, type MachineTrust } from './machine-trust'

export interface JudgedWorkspace {
  readonly store: Store
  readonly identity: WorkspaceIdentity
  readonly isTrusted: boolean
}

/**
 * Opens a workspace, or makes one, and says whether it is trusted on this computer. What Galley makes itself
 * is, from then on (T1).
 * @param notify a line for people, where that cannot be written down
 * @throws GalleyError as `openStoreAt`
 */
export async function openWorkspace(
  location: string,
  {
    trust,
    notify,
    ...options
  }: { readonly trust: MachineTrust; readonly notify: (line: string) => void } & Omit<StoreOptions, 'folder'>
): Promise<JudgedWorkspace> {
  const store = await openStoreAt(location, options)
  try {
    const { id, folder } = store
    const identity = folder
      ? await identityOf({ id, location: folder.location })
      : { id, path: location, dev: '', ino: '' } // its id and its address tell it from others
    if (!folder?.isNew) return { store, identity, isTrusted: await trust.has(identity) }
    await trust.add(identity).catch((error: unknown) => reportNotKept(error, notify))
    return { store, identity, isTrusted: true }
  } catch (error) {
    await store.close()
    throw error
  }
}
