import { z } from 'zod'
import { GalleyError, sentence } from '../../../../common/errors'
import { kindOfPath } from '../../../../common/importing/kinds'
import { parseList } from '../../../../common/importing/list'
import type { ImportItem } from '../../../../common/importing/shapes'
import type { SourceRequest } from '../../../../common/importing/sources'
import {
  parseSite,
  pathIn,
  siteOf,
  siteText,
  type SourceSite
} from '../../../../common/importing/source-site'
import type { ImportLimits } from '../../limits'
import { itemOf } from '../../source'
import { MOST_REFUSED, type Read, type SourceKind } from '../kind'
import { givenTokens, siteTokenName } from '../tokens'
import { openWeb } from '../web/open-web'

const stored = z.object({
  kind: z.literal('list'),
  /** The sites that the addresses of the list lie in. */
  sites: z.string().array(),
  from: z.string()
})
type Stored = z.infer<typeof stored>

const tokenName = ({ sites: [first] }: Stored): string | null =>
  first === undefined ? null : siteTokenName(first)

/** Addresses as a person pastes them. */
export const listed: SourceKind<SourceRequest & { kind: 'list' }, Stored> = {
  stored,
  read: (request, _site, limits) => readList(request, limits),
  open(source, parts) {
    const list = () => Promise.resolve({ entries: [], refused: [], repeated: 0 })
    return openWeb(source.sites.map(parseSite), tokenName(source), parts, () => list)
  },
  shown: ({ from }) => ({ from }),
  asks: ({ sites }) => sites,
  readsHere: () => null
}

function readList(
  { text, address, siteToken }: SourceRequest & { kind: 'list' },
  limits: ImportLimits
): Read<Stored> {
  const given = address === undefined || address.trim() === '' ? null : parseSite(address)
  const { addresses, refused, repeated } = parseList(text, given)
  if (addresses.length === 0) {
    const [first] = refused
    throw new GalleyError(
      'bad-request',
      first
        ? sentence`There is no address in this list. The first entry: ${{ why: first.why }}`
        : 'The list is empty.',
      {
        where: 'source.text'
      }
    )
  }
  if (addresses.length > limits.items)
    throw new GalleyError(
      'too-large',
      sentence`A list may hold up to ${{ 'most, number': limits.items }} addresses.`,
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
  const source: Stored = {
    kind: 'list',
    sites: sites.map(siteText),
    from: sites.length === 1 && sites[0] ? siteText(sites[0]) : `${sites.length} sites`
  }
  return {
    source,
    secrets: givenTokens([[tokenName(source), siteToken]]),
    items: inside.map((one, number) => itemOf(number, one, kindOf(sites, one))),
    refused: [
      ...refused,
      ...outside.map((one) => ({ text: one, why: 'This address is not of the site that you named.' }))
    ].slice(0, MOST_REFUSED),
    repeated
  }
}

const MOST_SITES = 20

function sitesOf(addresses: readonly string[], given: SourceSite | null): SourceSite[] {
  if (given) return [given]
  const found = new Map(addresses.map((one) => siteOf(new URL(one))).map((site) => [siteText(site), site]))
  if (found.size <= MOST_SITES) return [...found.values()]
  throw new GalleyError(
    'bad-request',
    sentence`The list names ${{ sites: found.size }} sites. Import up to ${{ most: MOST_SITES }} at a time.`,
    { where: 'source.text' }
  )
}

/** A token is for one host: in a list of several, nobody says which (IM9). */
function requireOneHost(sites: readonly SourceSite[], token: string | undefined): void {
  const hosts = new Set(sites.map(({ origin }) => origin))
  if (hosts.size < 2 || token === undefined || token.trim() === '') return
  throw new GalleyError(
    'bad-request',
    sentence`The list names ${{ hosts: hosts.size }} hosts, and a site token is for one. Name its site under “Address of the site”, or import one host at a time.`,
    { where: 'source.siteToken' }
  )
}

function kindOf(sites: readonly SourceSite[], address: string): ImportItem['kind'] {
  const url = new URL(address)
  const path = sites.map((site) => pathIn(site, url)).find((one) => one !== null)
  return kindOfPath(path ?? url.pathname)
}
