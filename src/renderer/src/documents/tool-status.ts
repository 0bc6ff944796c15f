import { useSyncExternalStore } from 'react'
import type { SaveStatus } from '.'

const statuses = new Map<string, SaveStatus>()
const listeners = new Set<() => void>()

/** A tool says what is true about what is changed in its tab; null when nothing can be changed there. */
export function setToolStatus(tab: string, status: SaveStatus | null): void {
  if (status) statuses.set(tab, status)
  else statuses.delete(tab)
  listeners.forEach((tell) => tell())
}

export function useToolStatus(tab: string): SaveStatus | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => statuses.get(tab) ?? null
  )
}
