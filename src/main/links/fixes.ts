import { siteOf, type ContentPath } from '../../common/content/paths'
import { baseOf } from '../../common/links/address'
import type { FoundLink } from '../../common/links/facts'
import { reachOf } from '../../common/links/meaning'
import { saidAt } from '../../common/links/rewrite'
import { spellingsOf } from '../../common/links/spellings'
import type { Asking, Standing } from './asking'
import type { Surroundings } from './graph'
import type { KnownFile } from './link-index'
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
  asking: Asking<Surroundings>,
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
function movedTo({ graph, world, may }: Asking<Surroundings>, { said }: Standing): ContentPath | null {
  const reach = said && reachOf(said, world)
  if (reach?.kind !== 'missing') return null
  for (const path of reach.files) {
    const now = tracedTo(graph.moves, path, (one) => graph.files.has(one))
    if (now !== null && may('read', now)) return now
  }
  return null
}

/** The one file of the site that is called as an address asks, elsewhere; null where the caller may read several. */
function namesake(
  { graph, may }: Asking<Surroundings>,
  file: KnownFile,
  { said }: Standing
): ContentPath | null {
  const last = said?.pathname.split('/').at(-1) ?? ''
  const called = (name: string) => {
    const [only, other] = graph.called(siteOf(file.path), name).filter((path) => may('read', path))
    return other === undefined ? only : null
  }
  try {
    const name = decodeURIComponent(last).normalize('NFC').toLowerCase()
    return name === '' || name === 'index' ? null : (called(name) ?? called(`${name}.html`) ?? null)
  } catch {
    return null
  }
}

function spelled(
  { world }: Asking<Surroundings>,
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
