import type { ContentPath } from '../content/paths'
import { pathToUrl } from '../content/paths'
import { resourcePathOf, siteFolder, webPathOf } from '../publishing/addresses'
import type { HostNames, Said } from './address'

/** How an address is said: what is kept when it leads to another place. */
interface Manner {
  readonly dot: boolean
  readonly html: boolean
  readonly index: boolean
  readonly slash: boolean
  readonly encoded: boolean
  /** The segments as they are written, by what they say. */
  readonly segments: ReadonlyMap<string, string>
}

interface Asked {
  /** The address before. */
  readonly value: string
  readonly said: Said
  /** Where it led, and where that is now. */
  readonly led: ContentPath
  readonly target: ContentPath
  /** The page that it stands in, with its base; a value of data has none. */
  readonly site: ContentPath
  readonly base: string | null
  readonly hosts: HostNames
}

/**
 * The ways to say where a link leads now, the one of before first: host, root or relative, `./`, `.html`,
 * `index` and slash as they were; segments that stay keep their escapes; query and anchor stay as they are.
 * Then those that are never ambiguous: with `.html`, from the root, with the host.
 */
export function* spellingsOf(asked: Asked): Generator<string> {
  const { value, said, target } = asked
  const manner = mannerOf(value, said)
  const paths = isFileForm(said) ? [fileName(said, target)] : pathsFor(asked, manner)
  const rest = value.slice(said.to)
  for (const begin of beginnings(asked))
    for (const path of paths) {
      const written = begin(path, manner)
      if (written !== null) yield written + rest
    }
}

/** `/source` names the file, the app leaves `.html` out. */
const isFileForm = ({ form }: Said) => form === 'file' || form === 'app'
const fileName = ({ form }: Said, target: ContentPath) =>
  form === 'app' ? resourcePathOf(target).replace(/\.html$/, '') : resourcePathOf(target)

function mannerOf(value: string, said: Said): Manner {
  const path = value.slice(said.from, said.to)
  const raw = path.split('/')
  const segments = new Map(raw.map((one) => [decoded(one), one]))
  const last = decoded(raw.at(-1) ?? '')
  return {
    dot: path.startsWith('./'),
    html: last.endsWith('.html'),
    index: last === 'index' || last === 'index.html',
    slash: path === '' || path.endsWith('/') || last === '.' || last === '..',
    encoded: /%[0-9a-f]{2}/i.test(path),
    segments
  }
}

/** The paths by which readers get a file, likest first; decoded, from the site's root. */
function pathsFor({ target, led }: Asked, { html, index, slash }: Manner): string[] {
  const whole = resourcePathOf(target)
  const said = webPathOf(target)
  if (!whole.endsWith('.html')) return [whole]
  const bare = whole.slice(0, -'.html'.length)
  const isBare = !slash && said !== '/' && led.endsWith('/index.html')
  const plain = said.endsWith('/') ? (index ? bare : isBare ? said.slice(0, -1) : said) : bare
  return [...new Set([html && (index || !said.endsWith('/')) ? whole : plain, said, whole, bare])]
}

type Begin = (path: string, manner: Manner) => string | null

/** Where the address may begin, the form of before first. */
function beginnings({ value, said, target, site, base, hosts }: Asked): Begin[] {
  const home = siteFolder(target)
  const isSame = home === site
  const own: Begin =
    said.form === 'relative'
      ? (path, manner) => (isSame && base !== null ? relativeTo(base, path, manner) : null)
      : said.form === 'root'
        ? (path, manner) => (isSame ? written(path, manner) : null)
        : (path, manner) => withHost(path, manner)
  const withHost: Begin = (path, manner) => {
    const isSameSite = home === said.site
    if (said.siteFrom !== null)
      return (
        (isSameSite ? value.slice(0, said.from) : value.slice(0, said.siteFrom) + pathToUrl(home)) +
        written(path, manner)
      )
    if (isSameSite && said.form === 'host') return value.slice(0, said.from) + written(path, manner)
    const host = hostOf(home, hosts)
    return host === null ? null : `https://${host}${written(path, manner)}`
  }
  const root: Begin = (path, manner) => (isSame ? written(path, manner) : null)
  return isFileForm(said) ? [own] : [own, root, withHost]
}

function hostOf(site: ContentPath, { sites }: HostNames): string | null {
  for (const [host, of] of sites) if (of === site) return host
  return null
}

/** A path as it is written in an address: what stays keeps its spelling. */
function written(path: string, manner: Manner): string {
  return path
    .split('/')
    .map((segment) => segmentOf(segment, manner))
    .join('/')
}

function segmentOf(segment: string, { segments, encoded }: Manner): string {
  const before = segments.get(segment)
  if (before !== undefined) return before
  const bare = segment.replace(/\.html$/, '')
  const stem = segments.get(bare) ?? segments.get(`${bare}.html`)
  if (stem !== undefined && bare !== '') {
    const kept = stem.replace(/\.html$/, '')
    if (decoded(kept) === bare) return segment === bare ? kept : `${kept}.html`
  }
  return escaped(segment, encoded)
}

/** Letters stay as they are in an address that has no escapes. What could end an address is escaped. */
function escaped(segment: string, encoded: boolean): string {
  return Array.from(segment, (sign) =>
    !encoded && /[\p{L}\p{M}\p{N}]/u.test(sign)
      ? sign
      : encodeURIComponent(sign).replace(
          /['()*!]/g,
          (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`
        )
  ).join('')
}

/** From a page's folder. @param base its pathname, percent-encoded */
function relativeTo(base: string, path: string, manner: Manner): string {
  const from = base.split('/').slice(0, -1).map(decoded)
  const to = path.split('/')
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1
  const up = '../'.repeat(from.length - same)
  const down = written(to.slice(same).join('/'), manner)
  const isOpen = up === '' && (manner.dot || down === '' || /^[^/]*:/.test(down) || down.startsWith('/'))
  return (isOpen ? './' : up) + down
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return segment
  }
}
