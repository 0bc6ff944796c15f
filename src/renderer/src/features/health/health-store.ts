import { createStore, useStore } from '../../state/store'
import { useEffect } from 'react'
import type { WorkspaceHealth } from '../../../../common/health'
import { api, reasonOf, sentenceOf, useServiceEvents } from '../../api'
import { notifyFailure } from '../../workbench/toast'

const health = createStore<WorkspaceHealth | null>(null)

/** How the open workspace fares (W11 to W13); null before the first answer, and for who is not its owner. */
export const useHealth = (): WorkspaceHealth | null => useStore(health)

/** Keeps it true: read at the start, and whenever the service tells of it. */
export function useKeptHealth(): void {
  useEffect(() => void reloadHealth(), [])
  useServiceEvents((event) => {
    if (event.type === 'hello' || event.type === 'health') void reloadHealth()
  })
}

/** What cannot be asked now is asked when the service is there again. */
export async function reloadHealth(): Promise<void> {
  try {
    set(await api.health())
  } catch (error) {
    if (reasonOf(error) === 'forbidden') set(null)
  }
}

/** Begins to examine the whole store. */
export async function checkNow(): Promise<void> {
  try {
    set(await api.checkHealth())
  } catch (error) {
    notifyFailure('The check was not begun', sentenceOf(error))
  }
}

export async function setPlaceSilenced(isSilenced: boolean): Promise<void> {
  try {
    set(await api.silencePlace(isSilenced))
  } catch (error) {
    notifyFailure('Nothing was changed', sentenceOf(error))
  }
}

function set(next: WorkspaceHealth | null): void {
  if (JSON.stringify(next) !== JSON.stringify(health.now())) health.set(next)
}
