import { useEffect } from 'react'
import { openDocumentAt } from '../documents'
import { desktop } from '../workbench/bridge'
import { activeTab, workbench } from '../workbench/workbench'

/** So long the window has had nothing to do: what is still being fetched makes work before that. Milliseconds. */
const REST = 250
const NOTHING_TO_DO = 30

/** Tells the desktop once that the window shows what was open last and can be used. */
export function useSettled(): void {
  useEffect(() => {
    const bridge = desktop()
    if (!bridge) return
    let wait = 0
    let since: number | null = null
    const look = () => {
      wait = requestIdleCallback((rest) => {
        const now = performance.now()
        since = rest.timeRemaining() < NOTHING_TO_DO || isLoading() ? null : (since ?? now)
        if (since !== null && now - since >= REST) void bridge.call('settled')
        else look()
      })
    }
    look()
    return () => cancelIdleCallback(wait)
  }, [])
}

function isLoading(): boolean {
  const tab = activeTab(workbench())
  return tab?.kind === 'document' && openDocumentAt(tab.path)?.snapshot().phase.kind === 'loading'
}
