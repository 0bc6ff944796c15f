import { nameOf, siteOf, type ContentPath } from '../../common/content/paths'
import { baseOf } from '../../common/links/address'
import type { FoundLink } from '../../common/links/facts'
import { reachOf } from '../../common/links/meaning'
import { saidAt } from '../../common/links/rewrite'
import { spellingsOf } from '../../common/links/spellings'
import type { Asking, Standing } from './asking'
import type { KnownFile } from './link-index'
import { tracedTo } from './traces'

/** Files by their names in small letters; null where several are called the same. */
export type Namesakes = ReadonlyMap<string, ContentPath | null>

interface Ailing {
  readonly file: KnownFile
  readonly link: FoundLink
  readonly standing: Standing
  /** Of the site that the file is in, of what the caller may read. */
  readonly byName: Namesakes
}

/**
 * What an address should say that leads nowhere: the file that it means but for its case, the one that lay there
 * until another program moved it, or until it was seen moving, or the only one of the site that is called like it. Null where that cannot be told (LK6), or the caller may not write.
 */
export function fixOf(
  asking: Asking,
  { file, link, standing, byName }: Ailing
): { readonly before: string; readonly after: string } | null {
  if (!asking.may('write', file.path)) return null
  const { state, said, to } = standing
  const target =
    state === 'case' || state === 'old'
      ? to
      : state === 'broken'
        ? (movedTo(asking, standing) ?? namesake(standing, byName))
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

/** The one file of the site that is called as an address asks, elsewhere. */
function namesake({ said }: Standing, byName: Namesakes): ContentPath | null {
  const last = said?.pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last).normalize('NFC').toLowerCase()
    return name === '' || name === 'index' ? null : (byName.get(name) ?? byName.get(`${name}.html`) ?? null)
  } catch {
    return null
  }
}

export function namesIn(files: Iterable<KnownFile>): Namesakes {
  const found = new Map<string, ContentPath | null>()
  for (const { path } of files) {
    const name = nameOf(path).toLowerCase()
    found.set(name, found.has(name) ? null : path)
  }
  return found
}

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
