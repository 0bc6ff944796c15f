import { examineOpen } from './doctor'
import { openFolder, type FolderOptions } from './opening/open-folder'
import type { ObjectAddress } from './objects/storage'
import type { TeamDatabase, TeamNode } from './postgres/team-database'
import type { FolderStore, Store } from './seam/store'

export type { ObjectAddress, TeamDatabase, TeamNode }

export { endsWork, openWorks, type HeldWork } from './core/held-work'
export { leaseNote } from './core/leases'
export { isWorkspace, workspaceIdIn } from './opening/look'
export { openRecords } from './records/keyed-records'

export interface StoreOptions extends FolderOptions {
  /** The workspace's folder; made when it is missing. */
  readonly folder: string
}

/**
 * Opens a workspace: the only place that knows which store there is, and today that of a folder alone.
 * @throws GalleyError as `openFolder`
 */
export function openStoreAt(address: string, options: FolderOptions): Promise<Store> {
  return openStore({ ...options, folder: address })
}

/**
 * A database that several nodes serve a workspace from; its code is loaded when it is asked for.
 * @param url postgres://…
 * @param most connections, at most
 * @param address where large contents lie; null: in the database, like all others
 * @param wait milliseconds that who asks waits for a connection; default two seconds
 */
export async function openTeamDatabase(
  url: string,
  most: number,
  address: ObjectAddress | null = null,
  wait?: number
): Promise<TeamDatabase> {
  const connections = { most, ...(wait !== undefined && { wait }) }
  const { openTeamDatabase: open } = await import('./postgres/team-database')
  if (!address) return open(url, connections, null)
  const { openS3 } = await import('./objects/s3')
  return open(url, connections, { storage: openS3(address), inlineBytes: address.inlineBytes })
}

/** Opens a workspace in a folder of this computer. @throws GalleyError as `openFolder` */
export async function openStore({ folder, ...options }: StoreOptions): Promise<FolderStore> {
  const store = await openFolder(folder, options)
  const { location } = store.folder
  // whoever closes the store ends it first
  return { ...store, examine: (pause) => examineOpen(location, { pause }) }
}
