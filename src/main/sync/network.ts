import { networkInterfaces } from 'node:os'

const LOOK_MS = 2000

/**
 * Calls when this machine has other network addresses than before: a cable, a Wi-Fi, a VPN came or went.
 * @returns what ends it
 */
export function onNetworkChange(
  call: () => void,
  addresses: () => string = addressesNow,
  everyMs = LOOK_MS
): () => void {
  let known = addresses()
  const timer = setInterval(() => {
    const now = addresses()
    if (now === known) return
    known = now
    call()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function addressesNow(): string {
  return Object.entries(networkInterfaces())
    .flatMap(([name, all]) => (all ?? []).map(({ address }) => `${name} ${address}`))
    .sort()
    .join()
}
