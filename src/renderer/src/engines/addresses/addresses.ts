import { isPage } from '../../../../common/formats/files'
import { baseOf, saidBy } from '../../../../common/links/address'
import { reachOf, type World } from '../../../../common/links/meaning'
import { contentPath, nameOf, siteOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { webPathOf } from '../../../../common/publishing/addresses'

/** An address that can be written. */
interface OfferedAddress {
  readonly value: string
  readonly isPage: boolean
}

const noHosts = { sites: new Map<string, ContentPath>(), own: new Set<string>() }

/** Addresses of the files of a site: pages as readers ask for them, all else by its name. Schemas and sheets are not. */
export function addressesOf(files: readonly ContentPath[], page: ContentPath): OfferedAddress[] {
  const site = siteOf(page)
  return files
    .filter((path) => path.startsWith(`${site}/`) && !path.slice(site.length).includes('/.'))
    .map((path) => {
      const isOne = isPage(splitName(nameOf(path)).ext)
      return { value: written(isOne ? webPathOf(path) : path.slice(site.length)), isPage: isOne }
    })
    .sort((a, b) => Number(b.isPage) - Number(a.isPage) || (a.value < b.value ? -1 : 1))
}

/** As an address says a path: letters of every script as they are, and no sign that means something else in it. */
const written = (path: string): string =>
  path.replace(/[%?#\s"'<>&\\]/g, (sign) => (sign === "'" ? '%27' : encodeURIComponent(sign)))

/** The file whose places are meant by an address up to its `#`; null for none of the site. */
export function fileMeant(
  value: string,
  page: ContentPath,
  files: ReadonlySet<ContentPath>
): ContentPath | null {
  const before = value.slice(0, value.indexOf('#'))
  if (before === '') return page
  const said = saidBy(before, baseOf(page), noHosts)
  if (said === null || 'here' in said) return null
  const world: World = { has: (path) => files.has(path), redirects: () => new Map(), hosts: noHosts }
  const reach = reachOf(said, world)
  return reach.kind === 'document' ? contentPath(reach.path) : null
}
