import { useSyncExternalStore } from 'react'
import type { Person, WorkspaceInfo } from '../../../common/api/types'
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
  // what the window calls the owner is whoever works in it
  info = next.you && !next.you.owner ? { ...next, owner: personOf(next.you) } : next
  listeners.forEach((tell) => tell())
  return info
}

const personOf = ({ email, name }: Person): Person => (name === undefined ? { email } : { email, name })
