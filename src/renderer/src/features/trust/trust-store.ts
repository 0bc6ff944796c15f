import { createStore, useStore } from '../../state/store'
import { useEffect } from 'react'
import type { TrustInfo } from '../../../../common/trust'
import { api, reasonOf, sentenceOf, useServiceEvents } from '../../api'
import { desktop } from '../../workbench/bridge'
import { notifyFailure } from '../../workbench/toast'

const info = createStore<TrustInfo | null>(null)

/** Whether the open workspace is trusted (T1); null before the first answer, and for who is not its owner. */
export const useTrust = (): TrustInfo | null => useStore(info)

export const trustNow = info.now

/** Keeps it true: read at the start, and whenever the service began anew. */
export function useKeptTrust(): void {
  useEffect(() => void reloadTrust(), [])
  useServiceEvents((event) => {
    if (event.type === 'hello' || event.type === 'sync') void reloadTrust()
  })
}

async function reloadTrust(): Promise<void> {
  try {
    set(await api.trust())
  } catch (error) {
    // somebody else's workspace: there is nothing to decide
    if (reasonOf(error) === 'forbidden') set(null)
  }
}

/** Only in the app. @returns whether it is so now */
export async function setTrusted(isTrusted: boolean): Promise<boolean> {
  try {
    const done = await desktop()?.call('setTrusted', isTrusted)
    if (done?.ok === false) notifyFailure('Nothing was changed', done.message)
    await reloadTrust()
    return done?.ok === true
  } catch (error) {
    notifyFailure('Nothing was changed', sentenceOf(error))
    return false
  }
}

function set(next: TrustInfo | null): void {
  if (JSON.stringify(next) !== JSON.stringify(info.now())) info.set(next)
}
