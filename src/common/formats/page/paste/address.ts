/** What a pasted link may lead to. */
const allowed = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:'])

/**
 * The address of a pasted link as written, without what browsers pass over in it; `null` for one that a page
 * does not take from elsewhere: scripts, files of another computer, places within a document of Word.
 */
export function pastedAddress(href: string | null): string | null {
  const address = trimmed(href)
  if (address === '' || /^#_/.test(address)) return null
  const scheme = schemeOf(address)
  return scheme === null || allowed.has(scheme) ? address : null
}

/**
 * The address of a pasted picture: on another server, in the site, or one that holds the picture itself,
 * which is to become a file. `null` for one out of reach.
 */
export function pictureAddress(src: string | null): string | null {
  const url = trimmed(src)
  const scheme = schemeOf(url)
  if (url !== '' && (scheme === null || scheme === 'http:' || scheme === 'https:')) return url
  return /^data:image\/[a-z0-9.+-]+;base64,./i.test(url) ? url : null
}

/** An address of the web or of mail that is all of a text: pasted over words it makes them a link. */
export function wholeAddress(text: string): string | null {
  const address = text.trim()
  if (address.length > 4_000 || /\s/.test(address)) return null
  if (/^https?:\/\/[^/]+/i.test(address) || /^mailto:[^@]+@[^@]+$/i.test(address)) return address
  return /^[^@/:<>"',;]+@[^@/:<>"',;]+\.[a-z]{2,}$/i.test(address) ? `mailto:${address}` : null
}

/** The scheme that a browser sees: it passes over signs that are not drawn. */
function schemeOf(address: string): string | null {
  const seen = address.replace(/[\p{Cc} ]+/gu, '')
  return /^[a-z][a-z0-9+.-]*:/i.exec(seen)?.[0].toLowerCase() ?? null
}

const trimmed = (address: string | null) => (address ?? '').replace(/^[\p{Cc} ]+|[\p{Cc} ]+$/gu, '')
