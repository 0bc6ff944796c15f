import { GalleyError } from '../errors'
import { parseCsv } from '../formats/sheet'
import { parseJson } from '../json'
import { addressOf, webAddress, type SourceSite } from './source-site'

/** The addresses of a list that a person pasted or uploaded (IM1). */
interface ImportList {
  /** Whole addresses, without what follows a `#`; each once, in the order of the list. */
  readonly addresses: readonly string[]
  /** Entries that are no address, with a sentence. */
  readonly refused: readonly { readonly text: string; readonly why: string }[]
  /** How many entries were there before. */
  readonly repeated: number
}

/**
 * Reads a list: one address a line; CSV with a column `url`, `address`, `path` or the like; JSON: a list, an
 * index (`{data: [{path}]}`), or the details of a status job; a sitemap. Paths need the site that they are
 * of.
 * @param site what goes before entries that begin with a slash
 */
export function parseList(text: string, site: SourceSite | null): ImportList {
  const addresses = new Set<string>()
  const refused: { text: string; why: string }[] = []
  let repeated = 0
  for (const entry of entriesIn(text.replace(/^\ufeff/, '').trim())) {
    try {
      const address = addressIn(entry, site)
      if (addresses.has(address)) repeated++
      addresses.add(address)
    } catch (error) {
      if (!(error instanceof GalleyError)) throw error
      refused.push({ text: entry.slice(0, 200), why: error.message })
    }
  }
  return { addresses: [...addresses], refused, repeated }
}

function addressIn(entry: string, site: SourceSite | null): string {
  if (entry.startsWith('/') && !entry.startsWith('//')) {
    if (site)
      return clean(new URL(entry.includes('%') ? site.origin + site.base + entry : addressOf(site, entry)))
    throw new GalleyError('bad-request', 'This is a path. Say above which site it is of.')
  }
  if (!/^https?:\/\//i.test(entry))
    throw new GalleyError('bad-request', 'This is not a whole address. It begins with http:// or https://.')
  return clean(webAddress(entry))
}

function clean(url: URL): string {
  url.hash = ''
  return url.href
}

function entriesIn(text: string): string[] {
  if (text.startsWith('{') || text.startsWith('[')) {
    const value = jsonIn(text)
    if (value !== undefined) return entriesOf(value)
  }
  if (text.startsWith('<')) {
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/gi)].flatMap(
      ([, address = '']) => address.trim().replace(/&amp;/g, '&') || []
    )
  }
  return linesIn(text)
}

function linesIn(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n')
  const [head, ...rows] = parseCsv(lines, delimiterIn(lines))
  const column = head?.findIndex((cell) => columns.has(cell.trim().toLowerCase())) ?? -1
  if (head && column >= 0 && !head.some((cell) => cell.includes('/')))
    return rows.flatMap((row) => row[column]?.trim() || [])
  return text.split(/\r?\n/).flatMap((line) => line.trim() || [])
}

/** Of which the first line holds most: addresses may hold the others. */
function delimiterIn(text: string): ',' | ';' | '\t' {
  const [head = ''] = text.split('\n', 1)
  const count = (sign: string) => head.split(sign).length
  return ([',', ';', '\t'] as const).reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const columns = new Set(['url', 'address', 'path', 'source', 'link', 'location', 'loc', 'webpath', 'page'])

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * Every text of a list, and every `path` or `url` of the objects in it, at any depth that indexes and jobs
 * have.
 */
function entriesOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (depth > 6) return []
  if (Array.isArray(value)) return value.flatMap((item) => entriesOf(item, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  const members = new Map(Object.entries(value))
  for (const name of ['url', 'path', 'address', 'loc', 'location', 'source']) {
    const found: unknown = members.get(name) ?? members.get(name[0]?.toUpperCase() + name.slice(1))
    if (typeof found === 'string') return found.trim() === '' ? [] : [found.trim()]
  }
  return [...members].flatMap(([name, item]) =>
    name.startsWith(':') || typeof item !== 'object' ? [] : entriesOf(item, depth + 1)
  )
}
