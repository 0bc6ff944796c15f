import { nameOf, siteOf, type ContentPath } from '../../common/content/paths'
import { baseOf } from '../../common/links/address'
import type { FoundLink } from '../../common/links/facts'
import { reachOf } from '../../common/links/meaning'
import { saidAt } from '../../common/links/rewrite'
import { spellingsOf } from '../../common/links/spellings'
import type { Asking, Standing } from './asking'
import type { Graph } from './graph'
import { isOwnThing, type KnownFile } from './link-index'
import { tracedTo } from './traces'

interface Ailing {
  readonly file: KnownFile
  readonly link: FoundLink
  readonly standing: Standing
}

/**
 * What an address should say that leads nowhere: the file that it means but for its case, the one that lay there
 * until another program moved it, or until it was seen moving, or the only one of the site that is called like it. Null where that cannot be told (LK6), or the caller may not write.
 */
export function fixOf(
  asking: Asking,
  { file, link, standing }: Ailing
): { readonly before: string; readonly after: string } | null {
  if (!asking.may('write', file.path)) return null
  const { state, said, to } = standing
  const target =
    state === 'case' || state === 'old'
      ? to
      : state === 'broken'
        ? (movedTo(asking, standing) ?? namesake(asking, file, standing))
        : null
  const after = target && said ? spelled(asking, file, link, said, target) : null
  return after === null ? null : { before: link.value, after }
}

/** Where the file is that the address meant before somebody moved it, also another program. */
function movedTo({ graph, world, may }: Asking, { said }: Standing): ContentPath | null {
  const reach = said && reachOf(said, world)
  if (reach?.kind !== 'missing') return null
  for (const path of reach.files) {
    const now = tracedTo(graph.moves, path, (one) => graph.files.has(one))
    if (now !== null && may('read', now)) return now
  }
  return null
}

/** The one file of the site that is called as an address asks, elsewhere; null where the caller may read several. */
function namesake({ graph, may }: Asking, file: KnownFile, { said }: Standing): ContentPath | null {
  const last = said?.pathname.split('/').at(-1) ?? ''
  const called = (name: string) => {
    const [only, other] =
      namesOf(graph, siteOf(file.path))
        .get(name)
        ?.filter((path) => may('read', path)) ?? []
    return other === undefined ? only : null
  }
  try {
    const name = decodeURIComponent(last).normalize('NFC').toLowerCase()
    return name === '' || name === 'index' ? null : (called(name) ?? called(`${name}.html`) ?? null)
  } catch {
    return null
  }
}

/** The files of a site by their names in small letters: read once for a state of the links, whoever asks. */
function namesOf(graph: Graph, site: ContentPath): ReadonlyMap<string, readonly ContentPath[]> {
  const sites = namesakes.get(graph) ?? new Map<ContentPath, Map<string, ContentPath[]>>()
  namesakes.set(graph, sites)
  const known = sites.get(site)
  if (known) return known
  const names = new Map<string, ContentPath[]>()
  for (const path of graph.files.keys()) {
    if (!path.startsWith(`${site}/`) || isOwnThing(path)) continue
    const name = nameOf(path).toLowerCase()
    const same = names.get(name)
    if (same) same.push(path)
    else names.set(name, [path])
  }
  sites.set(site, names)
  return names
}

const namesakes = new WeakMap<Graph, Map<ContentPath, Map<string, ContentPath[]>>>()

function spelled(
  { world }: Asking,
  file: KnownFile,
  link: FoundLink,
  said: NonNullable<Standing['said']>,
  target: ContentPath
): string | null {
  const base = link.relative ? baseOf(file.path).base : null
  const asked = {
    value: link.value,
    said,
    led: target,
    target,
    site: siteOf(file.path),
    base,
    hosts: world.hosts
  }
  for (const value of spellingsOf(asked)) {
    const now = saidAt(value, file.path, world, link.relative)
    const reach = now && reachOf(now, world)
    if (reach?.kind === 'document' && reach.path === target && !reach.spelled) return value
  }
  return null
}
