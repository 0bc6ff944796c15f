import { siteOf, type ContentPath } from '../content/paths'
import { saidBy, type Hosts } from './address'
import type { FoundLink } from './facts'
import { keyOf } from './keys'

/*
 * What an address says wherever its document lies and whatever hosts mean: by this whoever does not hold all links finds those that may lead to a
 * file, and some more. An address that begins at a root or a host is known by its path, one that begins at its page by its last name alone.
 */

const SITE = '/o/s' as ContentPath
/** No name of a page: what steps out of the folders of an address has this name. */
const STEP = '!'
const DEEP = `/${`${STEP}/`.repeat(32)}`

/** Of an address that says no name. */
const STEPS = '~'

const siteHosts: Hosts = { sites: { get: () => SITE }, own: { has: () => false } }
const ownHosts: Hosts = { sites: { get: () => undefined }, own: { has: () => true } }

/** The keys of the addresses of a document, each once. Made otherwise, they are another form of what is kept (TM18). */
export function looseKeysOf(links: readonly Pick<FoundLink, 'value' | 'relative'>[]): string[] {
  const keys = new Set<string>()
  for (const { value, relative } of links)
    for (const hosts of [siteHosts, ownHosts]) {
      const said = saidBy(value, { site: SITE, base: DEEP }, hosts, relative)
      const key = said === null || 'here' in said ? null : keyOf(said)
      if (key === null || said === null || 'here' in said) continue
      keys.add(said.form === 'relative' ? nameIn(key) : pathIn(key))
    }
  return [...keys]
}

/** By which keys addresses are found that may have one of these (`keyOf`), in whatever site. */
export function looseKeysFor(keys: Iterable<string>): string[] {
  const loose = new Set<string>()
  for (const key of keys) {
    loose.add(pathIn(key)).add(nameIn(key))
    // `..` and `./` lead to folders
    if (key.endsWith('/')) loose.add(STEPS)
  }
  return [...loose]
}

/** Without its site, ends and case. */
const pathIn = (key: string): string => {
  const site = siteOf(key as ContentPath)
  return `/${bare(key.slice(site.length)).slice(1)}`
}

/** The last name, behind a sign that begins no path. */
const nameIn = (key: string): string => {
  const path = pathIn(key)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === STEP ? STEPS : `${STEPS}${name}`
}

const bare = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/(?:\.plain)?\.html$/, '')
