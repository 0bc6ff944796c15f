import type { ContentPath } from '../content/paths'
import { siteFolder } from '../publishing/addresses'
import type { Redirects } from '../publishing/redirects'
import { saidBy, type HostNames } from './address'
import { keyOf, keysOf, keysOfSource } from './keys'
import { isRedirectSheet } from './places'

interface Concerned {
  /** Where a path is afterwards. */
  readonly moved: (path: ContentPath) => ContentPath
  /** Every file that moves, by its path before. */
  readonly files: readonly ContentPath[]
  /** The redirects of each site that has some. */
  readonly redirects: ReadonlyMap<ContentPath, Redirects>
  readonly hosts: HostNames
}

/**
 * The keys of all addresses whose meaning a move may change (LK2): of what moves, of the places where it comes
 * to lie, which earlier could mean something else, and of every redirect that leads to one of them.
 */
export function concernedKeys({ moved, files, redirects, hosts }: Concerned): Set<string> {
  const keys = new Set<string>()
  const add = (more: readonly string[]) => {
    for (const key of more) keys.add(key)
  }
  for (const file of files) {
    add([...keysOf(file), ...keysOf(moved(file))])
    // with its sheet the redirects of a site come and go
    if (!isRedirectSheet(file) && !isRedirectSheet(moved(file))) continue
    for (const site of new Set([siteFolder(file), siteFolder(moved(file))]))
      for (const [source] of redirects.get(siteFolder(file)) ?? []) add(keysOfSource(site, source))
  }
  let waiting = [...redirects].flatMap(([site, rows]) =>
    [...rows].map(([source, destination]) => ({
      site,
      source,
      leads: keysLed(site, source, destination, hosts)
    }))
  )
  for (let left = Infinity; waiting.length < left;) {
    left = waiting.length
    waiting = waiting.filter(({ site, source, leads }) => {
      if (!leads.some((key) => keys.has(key))) return true
      add(keysOfSource(site, source))
      return false
    })
  }
  return keys
}

/** Where a row leads, from each of the addresses that ask for it. */
function keysLed(site: ContentPath, source: string, destination: string, hosts: HostNames): string[] {
  const base = source.split('/').map(encodeURIComponent).join('/')
  const keys = keysOfSource(site, base).flatMap((asked) => {
    const said = saidBy(destination, { site, base: asked.slice(site.length) || '/' }, hosts)
    return said === null || 'here' in said ? [] : (keyOf(said) ?? [])
  })
  return [...new Set(keys)]
}
