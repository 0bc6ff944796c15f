import { useSyncExternalStore } from 'react'
import type { LocalApiState } from '../../../common/bridge'
import { desktop } from './bridge'

const off: LocalApiState = { origin: null }
let state: LocalApiState = off
let served: LocalApiState | null = null
let stop: (() => void) | null = null
const listeners = new Set<() => void>()

/**
 * Where others on this machine reach the workspace: in a browser the address that serves it, in the app the
 * Local API, whose origin is null while it is off (N2).
 */
export function useLocalApi(): LocalApiState {
  return useSyncExternalStore(subscribe, localApi)
}

export function localApi(): LocalApiState {
  return desktop() ? state : (served ??= { origin: location.origin })
}

/** Turns it on or off; resolves to how it is then. Only in the app. */
export async function setLocalApi(on: boolean): Promise<LocalApiState> {
  const next = await desktop()?.call('setLocalApi', on)
  if (next) change(next)
  return state
}

/** Chooses its port, 0 for any free one; resolves to how it is then. Only in the app. */
export async function setLocalApiPort(port: number): Promise<LocalApiState> {
  const next = await desktop()?.call('setLocalApiPort', port)
  if (next) change(next)
  return state
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const bridge = desktop()
  if (bridge && !stop) {
    stop = bridge.on('localApi', change)
    void bridge.call('localApi').then(change)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

function change(next: LocalApiState): void {
  if (
    next.origin === state.origin &&
    next.port === state.port &&
    next.problem === state.problem &&
    next.restricted === state.restricted
  )
    return
  state = next
  for (const notify of listeners) notify()
}
