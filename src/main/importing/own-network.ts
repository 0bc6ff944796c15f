import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { GalleyError } from '../../common/errors'
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
export async function askBeforeOwnNetwork(
  source: StoredSource,
  caller: Pick<Caller, 'kind'>,
  isMeant: boolean,
  named: OwnHosts
): Promise<void> {
  if (isMeant && caller.kind === 'owner') return
  const addresses = askedBy(source)
  for (const url of addresses.map((address) => new URL(address))) {
    if (named.includes(url.origin) || named.includes(url.hostname) || !(await isOwn(url.hostname))) continue
    if (caller.kind === 'owner')
      throw new GalleyError(
        'own-network',
        `${url.host} is in this computer or in your own network. Say yes if that is where this is to come from.`,
        { where: url.host }
      )
    throw new GalleyError(
      'forbidden',
      `${url.host} is not on the public internet. Only the owner of the workspace may import from this computer or its network.`,
      { where: url.host }
    )
  }
}

/** What an import may ask, whenever it does. */
export function policyFor({ caller, ownNetwork }: ImportJob, named: OwnHosts): AddressPolicy {
  if (caller.kind !== 'owner') return worldAnd(named)
  return ownNetwork === true
    ? ownNetworkToo()
    : worldAnd(named, 'If that is where it is to come from, begin the import again, and say so.')
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
