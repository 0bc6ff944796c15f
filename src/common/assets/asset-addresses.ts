import { nameOf, parentOf, pathToUrl, siteOf, type ContentPath } from '../content/paths'

/** An asset folder that goes elsewhere with its page. */
interface Moved {
  readonly from: ContentPath
  readonly to: ContentPath
}

/**
 * The source of a page whose asset folder moved, with every address that leads into it exchanged and no other
 * byte (VE10); null where there is none. Addresses that begin at the page (`./.page/`), at its site
 * (`/docs/.page/`), at the organization (`/org/site/docs/.page/`) and whole ones of this service keep their
 * form, wherever in the source they stand.
 * @param source its bytes, UTF-8
 * @param origins by which this service is asked, `https://host`
 */
export function withAssetsAt(
  source: Uint8Array,
  { from, to }: Moved,
  origins: readonly string[]
): Uint8Array | null {
  const text = binaryOf(source)
  const parts: string[] = []
  let done = 0
  for (const match of text.matchAll(addressesInto(from, origins))) {
    const [name, before = ''] = match
    const isEncoded = /%[0-9a-f]{2}/i.test(before + name)
    const begin = match.index - before.length
    const base = baseAt(before, from, to)
    parts.push(text.slice(done, begin), base.kept, written(`${base.path}${nameOf(to)}/`, isEncoded))
    done = match.index + name.length
  }
  if (done === 0) return null
  const changed = [...parts, text.slice(done)].join('')
  return changed === text ? null : bytesOf(changed)
}

/**
 * Whether the source of a page has an address that leads into a folder of this name, wherever it begins: a
 * page from elsewhere names its own by the organization, the site and the server that it comes from (Y37).
 */
export function namesFolder(source: Uint8Array, name: string): boolean {
  const pattern = String.raw`(?<=^|[\s"'=(,>;/` + '`' + `])${anySpelling(`${name}/`)}`
  return new RegExp(pattern).test(binaryOf(source))
}

/**
 * Where an address begins: what is kept of it as it is, and the path that follows, to which the name is
 * added.
 */
function baseAt(before: string, from: ContentPath, to: ContentPath): { kept: string; path: string } {
  if (before === '' || before.startsWith('.')) return { kept: before.startsWith('./') ? './' : '', path: '' }
  const kept = /^[a-z][a-z0-9+.-]*:\/\/[^/]*(?:\/source(?=\/))?/i.exec(before)?.[0] ?? ''
  const whole = new RegExp(`^${anySpelling(`${parentOf(from)}/`)}$`).test(before.slice(kept.length))
  const parent = `${parentOf(to)}/`
  return { kept, path: whole ? parent : parent.slice(siteOf(to).length) }
}

/**
 * Finds the name of the folder with its slash, where an address that leads there stands before it; that is
 * the first group.
 */
function addressesInto(folder: ContentPath, origins: readonly string[]): RegExp {
  const parent = `${parentOf(folder)}/`
  const inSite = parent.slice(siteOf(folder).length)
  const below = inSite.split('/').slice(1, -1)
  const whole = anySpelling(parent)
  const host = origins.map((origin) => `${anySpelling(origin)}(?:/source)?`).join('|')
  const bases = [
    host === '' ? whole : `(?:${host})?${whole}`,
    anySpelling(inSite),
    String.raw`\./`,
    ...below.map(
      (_, at) => String.raw`(?:\.\./){${below.length - at}}` + anySpelling(`${below.slice(at).join('/')}/`)
    ),
    ''
  ]
  return new RegExp(
    String.raw`(?<=(?:^|[\s"'=(,>;` + '`' + `])(${bases.join('|')}))${anySpelling(`${nameOf(folder)}/`)}`,
    'g'
  )
}

/** A pattern for a text as it may stand in HTML: each sign as it is, escaped or percent-encoded. */
function anySpelling(text: string): string {
  return Array.from(text, (sign) => {
    if (/[A-Za-z0-9_~/:-]/.test(sign)) return sign
    const bytes = encoder.encode(sign)
    const plain = Array.from(bytes, (byte) => `\\x${hex(byte)}`).join('')
    const encoded = Array.from(
      bytes,
      (byte) => `%${hex(byte).replace(/[a-f]/g, (one) => `[${one}${one.toUpperCase()}]`)}`
    )
    return `(?:${[plain, encoded.join(''), ...(sign === '&' ? ['&amp;'] : [])].join('|')})`
  }).join('')
}

/** Percent-encoded; letters stay as they are in an address that has none of that. */
function written(path: string, isEncoded: boolean): string {
  const encoded = pathToUrl(path)
  if (isEncoded) return encoded
  const readable = encoded.replace(/(?:%[0-9A-F]{2})+/g, (run) =>
    Array.from(decodeURIComponent(run), (sign) =>
      /[\p{L}\p{M}\p{N}]/u.test(sign) ? sign : encodeURIComponent(sign)
    ).join('')
  )
  return binaryOf(encoder.encode(readable))
}

const encoder = new TextEncoder()
const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/** One sign for each byte, whatever the bytes are. */
function binaryOf(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += SIGNS_AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + SIGNS_AT_ONCE)))
  return parts.join('')
}

const SIGNS_AT_ONCE = 8192

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}
