import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { GalleyError, sentence } from '../../common/errors'
import { ownNetworkToo, reachOf, reachOfHost, worldAnd, type AddressPolicy } from '../outgoing'
import type { Caller } from '../callers/types'
import type { ImportJob } from './job'
import { askedBy, type StoredSource } from './sources'

/** What may be asked of this machine's own network beside what its owner says: hosts, or origins. */
export type OwnHosts = readonly string[]

const PATIENCE_MS = 2000

/**
 * Asks the owner before an import goes into this computer or its network, and refuses everybody else (IM9).
 * What is connected in the end is judged again, whatever names say here.
 * @param isMeant the owner has said yes
 * @param named what everybody may ask
 * @throws GalleyError own-network · forbidden
 */
export const askBeforeOwnNetwork = (
  source: StoredSource,
  caller: Pick<Caller, 'kind'>,
  isMeant: boolean,
  named: OwnHosts
): Promise<void> =>
  requireMeant(
    askedBy(source).map((address) => new URL(address)),
    caller,
    isMeant,
    named
  )

/** The same of any addresses. @throws GalleyError own-network · forbidden */
export async function requireMeant(
  urls: readonly URL[],
  caller: Pick<Caller, 'kind'>,
  isMeant: boolean,
  named: OwnHosts
): Promise<void> {
  if (isMeant && caller.kind === 'owner') return
  for (const url of urls) {
    if (named.includes(url.origin) || named.includes(url.hostname) || !(await isOwn(url.hostname))) continue
    if (caller.kind === 'owner')
      throw new GalleyError(
        'own-network',
        sentence`${{ host: url.host }} is in this computer or in your own network. Say yes if that is where this is to come from.`,
        { where: url.host }
      )
    throw new GalleyError(
      'forbidden',
      sentence`${{ host: url.host }} is not on the public internet. Only the owner of the workspace may import from this computer or its network.`,
      { where: url.host }
    )
  }
}

/** What an import may ask, whenever it does. */
export const policyFor = ({ caller, ownNetwork }: ImportJob, named: OwnHosts): AddressPolicy =>
  policyOf(caller.kind, ownNetwork === true, named)

/** What somebody may have asked. @param isMeant the owner has said that the own network is */
export function policyOf(kind: Caller['kind'], isMeant: boolean, named: OwnHosts): AddressPolicy {
  if (kind !== 'owner') return worldAnd(named)
  return isMeant
    ? ownNetworkToo()
    : worldAnd(named, 'If that is where it is to come from, begin again, and say so.')
}

async function isOwn(hostname: string): Promise<boolean> {
  const known = reachOfHost(hostname)
  if (known !== null) return known !== 'world'
  const none: { readonly address: string }[] = []
  const found = await Promise.race([
    lookup(hostname, { all: true }).catch(() => none),
    sleep(PATIENCE_MS, none, { ref: false })
  ])
  return found.some(({ address }) => reachOf(address) !== 'world')
}
