import { safe } from '../service/tokens/jwt'

/** The address as it may be given to the system: `https` and `mailto` only, parsed. Null for everything else. */
export function externalAddress(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
}

/** A page to sign in at: `https`, or `http` of this very machine. Null for everything else. */
export function signInAddress(text: string): string | null {
  try {
    return safe(text).href
  } catch {
    return null
  }
}

/** The whole address of `/sites/…` or `/delivery/…` at an origin of ours; null for everything else. */
export function publishedAddress(origin: string, address: string): string | null {
  if (!/^\/(sites|delivery)\//.test(address)) return null
  const url = new URL(address, origin)
  return url.origin === origin && /^\/(sites|delivery)\//.test(url.pathname) ? url.href : null
}
