import { prefixOf } from '../../common/api/endpoints'
import { safe } from '../callers/tokens/jwt'

/** Longer ones are cut by some systems, at a place that nobody has looked at. */
const MOST = 2_000

/** What a link may fill in of a mail. Some programs also take files to attach. */
const mailParts = ['to', 'cc', 'subject', 'body']

/**
 * The address as it may be given to the system: `https` without a sign-in in it, and `mailto`, parsed. Null
 * for everything else.
 */
export function externalAddress(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (url.protocol === 'mailto:') keepMailParts(url)
  const isOpened =
    url.protocol === 'mailto:' || (url.protocol === 'https:' && url.username === '' && url.password === '')
  return isOpened && url.href.length <= MOST ? url.href : null
}

function keepMailParts(url: URL): void {
  const others = [...url.searchParams.keys()].filter((name) => !mailParts.includes(name.toLowerCase()))
  for (const name of others) url.searchParams.delete(name)
  // a plus is a plus in a mail
  if (others.length > 0) url.search = url.search.replaceAll('+', '%20')
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
  if (!isPublished(address)) return null
  const url = new URL(address, origin)
  return url.origin === origin && isPublished(url.pathname) ? url.href : null
}

const isPublished = (address: string): boolean =>
  address.startsWith(prefixOf('readSite')) || address.startsWith(prefixOf('deliver'))
