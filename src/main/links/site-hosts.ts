import { siteOf, type ContentPath } from '../../common/content/paths'
import { hostName, type HostNames } from '../../common/links/address'
import { publicHostIn } from '../../common/publishing/public-host'
import { openConfigMeaning } from '../configs/config-meaning'
import type { Store } from '../store/types'

/** Which hosts mean which sites, as the sites' configs name them now. */
export function openSiteHosts(store: Store, origin: string | undefined) {
  const publicHost = openConfigMeaning<string | null>(store, {
    of: ({ sheets }) => publicHostIn(sheets.values()),
    broken: () => null,
    none: null
  })

  /** @param asked the address of the request, whose host is the service's own */
  return async (sites: Iterable<ContentPath>, asked: string): Promise<HostNames> => {
    const hosts = new Map<string, ContentPath>()
    for (const site of new Set([...sites].map(siteOf))) {
      const host = await publicHost(site)
      const name = host === null ? '' : new URL(host).host
      // a host that two sites name means the first of them, as they are sorted
      if (name !== '' && !hosts.has(name)) hosts.set(name, site)
    }
    const own = [origin, asked].flatMap((address) => ownHost(address) ?? [])
    return { sites: hosts, own: new Set(own) }
  }
}

function ownHost(address: string | undefined): string | null {
  const match = /^(https?):\/\/([^/]+)/i.exec(address ?? '')
  return match?.[2] === undefined ? null : hostName(match[2], match[1])
}
