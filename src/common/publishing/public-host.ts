import type { Row } from './sheets'

/**
 * The key of a site config's entry that names where readers find the site (U8), as other publishing services
 * call it.
 */
export const PUBLIC_HOST_KEY = 'cdn.prod.host'

/**
 * The public address of a site, `https://www.example.com`; null when the config names none that can be one.
 */
export function publicHostIn(sheets: Iterable<readonly Row[]>): string | null {
  let found: string | null = null
  for (const row of [...sheets].flat())
    if (Object.hasOwn(row, 'key') && row.key === PUBLIC_HOST_KEY && typeof row.value === 'string')
      found = publicHost(row.value) ?? found
  return found
}

/** `www.example.com` means https. Null for what has a path, a name or a password, and for what is no host. */
export function publicHost(text: string): string | null {
  const trimmed = text.trim()
  try {
    const url = new URL(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
    const plain =
      url.pathname === '/' && url.search === '' && url.hash === '' && url.username + url.password === ''
    return plain && url.hostname !== '' ? url.origin : null
  } catch {
    return null
  }
}
