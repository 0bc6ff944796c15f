import { useSyncExternalStore } from 'react'
import type { WorkspaceInfo } from '../../../common/api/types'
import { api } from './client'

let info: WorkspaceInfo | null = null
const listeners = new Set<() => void>()

/** The open workspace as last read; null before the first answer. */
export function currentWorkspace(): WorkspaceInfo | null {
  return info
}

export function useWorkspace(): WorkspaceInfo | null {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, currentWorkspace)
}

/** Reads the workspace anew. @throws GalleyError `unauthenticated`, `no-workspace`, `unreachable` */
export async function reloadWorkspace(): Promise<WorkspaceInfo> {
  return setWorkspace(await api.workspace())
}

export function setWorkspace(next: WorkspaceInfo): WorkspaceInfo {
  info = next
  listeners.forEach((tell) => tell())
  return next
}
