import type { ContentPath } from '../content/paths'
import { contentPathFromUrl, pathToUrl } from '../content/paths'
import { filesFor } from '../publishing/addresses'
import { redirectKey, type Redirects } from '../publishing/redirects'
import { saidBy, type HostNames, type Said } from './address'

/** What is there, as far as addresses ask. */
export interface World {
  readonly has: (path: ContentPath) => boolean
  /**
   * The one path that is written so in small letters: readers who ask in small letters are sent on to it.
   * Left out where nothing is told of that.
   */
  readonly spelled?: (path: ContentPath) => ContentPath | null
  readonly redirects: (site: ContentPath) => Redirects
  readonly hosts: HostNames
}

/** Where an address leads (LK1). */
export type Reach =
  /** `rows`: the sources of the redirects on the way; `spelled`: it is called otherwise, but for its case. */
  | {
      readonly kind: 'document'
      readonly path: ContentPath
      readonly rows: readonly string[]
      readonly spelled: boolean
    }
  /** The files that were looked for last, the likeliest first; none for what no file can be called. */
  | { readonly kind: 'missing'; readonly files: readonly ContentPath[]; readonly rows: readonly string[] }
  /** A redirect sends readers out of the workspace. */
  | { readonly kind: 'away'; readonly rows: readonly string[] }
  /** Redirects that lead to each other. */
  | { readonly kind: 'loop'; readonly rows: readonly string[] }

/** Redirects that are followed: browsers give up later. */
const MOST_HOPS = 8

/**
 * What readers get who ask for an address: the site's redirects first, then the files that it may mean, in
 * their order.
 */
export function reachOf(said: Said, world: World): Reach {
  if (said.form === 'file' || said.form === 'app') return fileOf(said, world)
  const rows: string[] = []
  let [site, pathname] = [said.site, said.pathname]
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const key = redirectKey(pathname)
    const destination = world.redirects(site).get(key)
    if (destination === undefined) {
      return { ...contentAt(site, pathname, world), rows }
    }
    rows.push(`${site}${key}`)
    const next = saidBy(destination, { site, base: pathname }, world.hosts)
    if (next === null) return { kind: 'away', rows }
    if ('here' in next) return { kind: 'loop', rows }
    if (next.form === 'file' || next.form === 'app') return { ...fileOf(next, world), rows }
    ;[site, pathname] = [next.site, next.pathname]
  }
  return { kind: 'loop', rows }
}

type Content =
  | { kind: 'document'; path: ContentPath; spelled: boolean }
  | { kind: 'missing'; files: readonly ContentPath[] }

function contentAt(site: ContentPath, pathname: string, { has, spelled }: World): Content {
  const files = filesMeant(site, pathname)
  const own = files.slice(0, indexAt(pathname, files))
  const path = own.find(has)
  if (path !== undefined) return { kind: 'document', path, spelled: false }
  for (const file of own) {
    const other = spelled?.(file)
    if (other) return { kind: 'document', path: other, spelled: true }
  }
  const index = files.slice(own.length).find(has)
  return index === undefined ? { kind: 'missing', files } : { kind: 'document', path: index, spelled: false }
}

/** From where on the files are those of the folder. */
const indexAt = (pathname: string, files: readonly ContentPath[]): number =>
  pathname.endsWith('/') ? files.length : Math.max(0, files.length - 1)

/** `/source` and the app name files; the app leaves `.html` out. */
function fileOf({ site, pathname }: Said, world: World): Reach {
  const rows: readonly string[] = []
  try {
    const path = contentPathFromUrl(pathToUrl(site) + pathname)
    const files = [path, `${path}.html` as ContentPath]
    const found = files.find(world.has)
    return found === undefined
      ? { kind: 'missing', files, rows }
      : { kind: 'document', path: found, rows, spelled: false }
  } catch {
    return { kind: 'missing', files: [], rows }
  }
}

const PLAIN = '.plain.html'

/**
 * The files that a pathname may mean, in the order in which readers get them: those of `filesFor`, then the
 * index page of a folder, to which readers are sent on.
 */
function filesMeant(site: ContentPath, pathname: string): readonly ContentPath[] {
  const asked = pathname.endsWith(PLAIN) ? `${pathname.slice(0, -PLAIN.length)}.html` : pathname
  try {
    const files = filesFor(pathToUrl(site), asked)
    return asked.endsWith('/') ? files : [...files, ...filesFor(pathToUrl(site), `${asked}/`)]
  } catch {
    return []
  }
}
