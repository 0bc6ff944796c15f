import { createStore, useStore } from '../state/store'
import type { WorkspaceInfo } from '../../../common/api/types'
import { namedOnly } from '../../../common/person'
import { api } from './client'

const info = createStore<WorkspaceInfo | null>(null)

/** The open workspace as last read; null before the first answer. */
export const currentWorkspace = info.now

export const useWorkspace = (): WorkspaceInfo | null => useStore(info)

/** Reads the workspace anew. @throws GalleyError `unauthenticated`, `no-workspace`, `unreachable` */
export async function reloadWorkspace(): Promise<WorkspaceInfo> {
  return setWorkspace(await api.workspace())
}

export function setWorkspace(next: WorkspaceInfo): WorkspaceInfo {
  // what the window calls the owner is whoever works in it
  const named = next.you && !next.you.owner ? { ...next, owner: namedOnly(next.you) } : next
  info.set(named)
  return named
}
