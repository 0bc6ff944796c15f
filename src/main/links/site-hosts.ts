import { ROOT, type ContentPath } from '../../common/content/paths'
import { hostName, type HostNames } from '../../common/links/address'
import { publicHostIn } from '../../common/publishing/public-host'
import { openConfigMeaning } from '../configs/config-meaning'
import type { Store } from '../store/types'
import { isCounted } from './link-index'

/** Which hosts mean which sites, as the sites' configs name them now. */
export function openSiteHosts(store: Store, origin: string | undefined) {
  const publicHost = openConfigMeaning<string | null>(store, {
    of: ({ sheets }) => publicHostIn(sheets.values()),
    broken: () => null,
    none: null
  })

  /** @param sites sorted: a host that two of them name means the first @param asked the address of the request, whose host is the service's own */
  return async (sites: readonly ContentPath[], asked: string): Promise<HostNames> => {
    const hosts = new Map<string, ContentPath>()
    for (const site of sites) {
      const host = await publicHost(site)
      const name = host === null ? '' : new URL(host).host
      if (name !== '' && !hosts.has(name)) hosts.set(name, site)
    }
    const own = [origin, asked].flatMap((address) => ownHost(address) ?? [])
    return { sites: hosts, own: new Set(own) }
  }
}

/** The organizations that there are, and their sites, sorted. */
export async function placesIn(
  store: Pick<Store, 'list'>
): Promise<{ readonly orgs: readonly ContentPath[]; readonly sites: readonly ContentPath[] }> {
  const foldersOf = async (folder: ContentPath) =>
    ((await store.list(folder)) ?? []).flatMap(({ kind, path }) =>
      kind === 'folder' && isCounted(path) ? [path] : []
    )
  const orgs = await foldersOf(ROOT)
  const sites = (await Promise.all(orgs.map(foldersOf))).flat()
  return { orgs, sites: sites.sort() }
}

function ownHost(address: string | undefined): string | null {
  const match = /^(https?):\/\/([^/]+)/i.exec(address ?? '')
  return match?.[2] === undefined ? null : hostName(match[2], match[1])
}
