import { contentPath, isHidden, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { kindOfPath } from '../../common/importing/kinds'
import { parseList } from '../../common/importing/list'
import type { ImportItem, ImportWish, SourceWish } from '../../common/importing/shapes'
import {
  addressOf,
  parseSite,
  pathIn,
  siteOf,
  siteText,
  type SourceSite
} from '../../common/importing/source-site'
import type { StoredSource } from './job'
import type { ImportLimits } from './limits'
import type { Listed } from './source'

/** What a wish means, once it is known to make sense. */
export interface Begun {
  readonly target: ContentPath
  readonly source: StoredSource
  /** Tokens by the name under which they are kept. */
  readonly secrets: ReadonlyMap<string, string>
  /** Known at once for lists that a person gave; else the source is asked. */
  readonly items: readonly ImportItem[] | null
  readonly refused: readonly { readonly text: string; readonly why: string }[]
  readonly repeated: number
}

/** Reads a wish. @throws GalleyError bad-request, bad-path, too-large */
export function begin(site: ContentPath, { source, folder }: ImportWish, limits: ImportLimits): Begun {
  const target = folder === undefined ? site : inSite(site, folder)
  const read = readSource(site, source, limits)
  return { target, ...read }
}

function inSite(site: ContentPath, folder: string): ContentPath {
  const trimmed = folder.trim().replace(/^\/+|(?<!\/)\/+$/g, '')
  if (trimmed === '') return site
  const path = contentPath(`${site}/${trimmed}`)
  if (segmentsOf(path).some(isHidden))
    throw new GalleyError('bad-path', 'A folder whose name begins with a dot is not imported into.', {
      where: path
    })
  return path
}

type Read = Omit<Begun, 'target'>

function readSource(site: ContentPath, wish: SourceWish, limits: ImportLimits): Read {
  switch (wish.kind) {
    case 'published': {
      const { environment, paths } = wish
      const from = wish.site === undefined ? site : contentPath(wish.site)
      if (segmentsOf(from).length !== 2)
        throw new GalleyError('bad-path', 'Name a site: /org/site.', { where: 'source.site' })
      return { ...nothingYet, source: { kind: 'published', environment, site: from, ...patternsOf(paths) } }
    }
    case 'service': {
      const admin = siteText(parseSite(wish.admin))
      const address = siteText(parseSite(wish.address))
      const { org, environment, ref = 'main', paths } = wish
      const source: StoredSource = {
        kind: 'service',
        environment,
        admin,
        org,
        site: wish.site,
        ref,
        address,
        ...patternsOf(paths)
      }
      return { ...nothingYet, source, secrets: secretsOf(source, wish.token, wish.siteToken) }
    }
    case 'list':
      return readList(wish, limits)
  }
}

function readList({ text, address, siteToken }: SourceWish & { kind: 'list' }, limits: ImportLimits): Read {
  const given = address === undefined || address.trim() === '' ? null : parseSite(address)
  const { addresses, refused, repeated } = parseList(text, given)
  if (addresses.length === 0) {
    const [first] = refused
    throw new GalleyError(
      'bad-request',
      first ? `There is no address in this list. The first entry: ${first.why}` : 'The list is empty.',
      {
        where: 'source.text'
      }
    )
  }
  if (addresses.length > limits.items)
    throw new GalleyError(
      'too-large',
      `A list may hold up to ${limits.items.toLocaleString('en')} addresses.`,
      { where: 'source.text' }
    )
  const sites = sitesOf(addresses, given)
  requireOneHost(sites, siteToken)
  const isInside = (one: string) => {
    const url = new URL(one)
    return sites.some((site) => pathIn(site, url) !== null)
  }
  const inside: string[] = []
  const outside: string[] = []
  for (const one of addresses) (isInside(one) ? inside : outside).push(one)
  const source: StoredSource = {
    kind: 'list',
    sites: sites.map(siteText),
    from: sites.length === 1 && sites[0] ? siteText(sites[0]) : `${sites.length} sites`
  }
  return {
    source,
    secrets: secretsOf(source, undefined, siteToken),
    items: inside.map((one, number) => itemOf(number, one, kindOf(sites, one))),
    refused: [
      ...refused,
      ...outside.map((one) => ({ text: one, why: 'This address is not of the site that you named.' }))
    ].slice(0, MOST_REFUSED),
    repeated
  }
}

const nothingYet = { items: null, refused: [], repeated: 0, secrets: new Map<string, string>() } as const

const MOST_SITES = 20
const MOST_REFUSED = 1000

function sitesOf(addresses: readonly string[], given: SourceSite | null): SourceSite[] {
  if (given) return [given]
  const found = new Map(addresses.map((one) => siteOf(new URL(one))).map((site) => [siteText(site), site]))
  if (found.size <= MOST_SITES) return [...found.values()]
  throw new GalleyError(
    'bad-request',
    `The list names ${found.size} sites. Import up to ${MOST_SITES} at a time.`,
    { where: 'source.text' }
  )
}

/** A token is for one host: in a list of several, nobody says which (IM9). */
function requireOneHost(sites: readonly SourceSite[], token: string | undefined): void {
  const hosts = new Set(sites.map(({ origin }) => origin))
  if (hosts.size < 2 || token === undefined || token.trim() === '') return
  throw new GalleyError(
    'bad-request',
    `The list names ${hosts.size} hosts, and a site token is for one. Name its site under “Address of the site”, or import one host at a time.`,
    { where: 'source.siteToken' }
  )
}

export const itemOf = (number: number, address: string, kind: ImportItem['kind']): ImportItem => ({
  number,
  address,
  path: null,
  kind,
  chosen: true
})

function kindOf(sites: readonly SourceSite[], address: string): ImportItem['kind'] {
  const url = new URL(address)
  const path = sites.map((site) => pathIn(site, url)).find((one) => one !== null)
  return kindOfPath(path ?? url.pathname)
}

/** Addresses of the paths that a status job listed; those that no file can have (N5) are told. */
export function entriesOf(site: SourceSite, paths: readonly string[]): Omit<Listed, 'repeated'> {
  const kept = new Map<string, ImportItem['kind']>()
  const refused: { readonly text: string; readonly why: string }[] = []
  for (const path of new Set(paths)) {
    const why = path.startsWith('/') ? problemOf(path) : 'A path begins with a slash.'
    if (why === null) kept.set(addressOf(site, path), kindOfPath(path))
    else if (refused.length < MOST_REFUSED) refused.push({ text: path.slice(0, 200), why })
  }
  return { entries: [...kept].map(([address, kind]) => ({ address, kind })), refused }
}

function problemOf(path: string): string | null {
  try {
    contentPath(path.replace(/\/$/, ''))
    return null
  } catch (error) {
    if (error instanceof GalleyError) return error.message
    throw error
  }
}

/** Under which names the tokens of a source are kept: by the host that they are for. */
export function secretNames(source: StoredSource): {
  readonly admin: string | null
  readonly site: string | null
} {
  if (source.kind === 'published') return { admin: null, site: null }
  const address = source.kind === 'service' ? source.address : source.sites[0]
  return {
    admin:
      source.kind === 'service' ? `admin ${new URL(source.admin).origin} ${source.org}/${source.site}` : null,
    site: address === undefined ? null : `site ${new URL(address).origin}`
  }
}

function secretsOf(
  source: StoredSource,
  admin: string | undefined,
  site: string | undefined
): ReadonlyMap<string, string> {
  const names = secretNames(source)
  const pairs = [
    [names.admin, admin],
    [names.site, site]
  ] as const
  return new Map(
    pairs.flatMap(([name, token]) =>
      name !== null && token !== undefined && token.trim() !== '' ? [[name, token.trim()] as const] : []
    )
  )
}

function patternsOf(paths: readonly string[] | undefined): { paths?: string[] } {
  if (paths === undefined) return {}
  for (const path of paths) {
    if (!path.startsWith('/'))
      throw new GalleyError(
        'bad-request',
        'A path begins with a slash and is one of the site: /docs/page, or /docs/*.',
        { where: path.slice(0, 200) }
      )
    contentPath(path.replace(/\/\*+$|(?<!\*)\*+$|\/$/, ''))
  }
  return { paths: [...paths] }
}
