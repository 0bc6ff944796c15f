import { createStore } from '../state/store'
import { useRead } from '../state/signal'
import type { LocalApiState } from '../../../common/bridge'
import { ownBase } from '../api'
import { desktop } from './bridge'

const state = createStore<LocalApiState>({ origin: null }, follow)
let served: LocalApiState | null = null

/**
 * Where others on this machine reach the workspace: in a browser the address that serves it, in the app the
 * Local API, whose origin is null while it is off (N2).
 */
export function useLocalApi(): LocalApiState {
  return useRead(state, localApi)
}

export function localApi(): LocalApiState {
  return desktop() ? state.now() : (served ??= { origin: ownBase() })
}

/** Turns it on or off; resolves to how it is then. Only in the app. */
export async function setLocalApi(on: boolean): Promise<LocalApiState> {
  const next = await desktop()?.call('setLocalApi', on)
  if (next) change(next)
  return state.now()
}

/** Chooses its port, 0 for any free one; resolves to how it is then. Only in the app. */
export async function setLocalApiPort(port: number): Promise<LocalApiState> {
  const next = await desktop()?.call('setLocalApiPort', port)
  if (next) change(next)
  return state.now()
}

function follow(): () => void {
  const bridge = desktop()
  if (!bridge) return () => {}
  void bridge.call('localApi').then(change)
  return bridge.on('localApi', change)
}

function change(next: LocalApiState): void {
  const now = state.now()
  if (
    next.origin === now.origin &&
    next.port === now.port &&
    next.problem === now.problem &&
    next.restricted === now.restricted
  )
    return
  state.set(next)
}
