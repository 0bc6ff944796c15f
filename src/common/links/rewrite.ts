import { contentPath, type ContentPath } from '../content/paths'
import { siteFolder } from '../publishing/addresses'
import { baseOf, saidBy, type Said } from './address'
import { reachOf, type World } from './meaning'
import type { LinkPlace } from './place'
import { spellingsOf } from './spellings'

/** A site before and after a move. */
export interface TwoWorlds {
  readonly before: World
  readonly after: World
  /** Where a document is afterwards. */
  readonly moved: (path: ContentPath) => ContentPath
}

/** Why an address that has to change cannot be said anew. */
export type Unsaid =
  /** No spelling leads there: a redirect takes it, or another file. */
  | 'taken'
  /** It would lead to a site of which no host is known. */
  | 'no-host'
  /** It stands in the source in a way that cannot be changed safely. */
  | 'written'

/** What happens to an address. */
type Rewritten =
  | { readonly kind: 'same' }
  | { readonly kind: 'new'; readonly value: string; readonly target: ContentPath }
  | { readonly kind: 'cannot'; readonly why: Unsaid; readonly target: ContentPath }

const same: Rewritten = { kind: 'same' }

/**
 * An address of a document that may move itself, as it has to be said afterwards to lead to the same document
 * (LK2). What still leads there stays as it is, and so does what led nowhere.
 * @param saidBefore what a round of redirects before made of it. A redirect to itself is none until it is
 *   written; then the address as it was leads there by nothing but that, so what was made of it stays
 */
export function rewritten(
  place: LinkPlace,
  page: ContentPath,
  worlds: TwoWorlds,
  saidBefore: string = place.value
): Rewritten {
  const { before, after, moved } = worlds
  const said = saidAt(place.value, page, before, place.relative)
  if (!said) return same
  const led = reachOf(said, before)
  if (led.kind !== 'document') return same
  const target = moved(led.path)
  const home = moved(page)
  const isByNewRow = saidBefore !== place.value && goesByNewRow(place, home, worlds)
  if (isByNewRow && leadsTo(saidBefore, home, after, place.relative, target))
    return { kind: 'new', value: saidBefore, target }
  if (leadsTo(place.value, home, after, place.relative, target)) return same
  if (said.tangled || place.at === null) return { kind: 'cannot', why: 'written', target }
  const site = siteFolder(home)
  const base = place.relative ? baseOf(home).base : null
  for (const value of spellingsOf({
    value: place.value,
    said,
    led: led.path,
    target,
    site,
    base,
    hosts: after.hosts
  }))
    if (leadsTo(value, home, after, place.relative, target)) return { kind: 'new', value, target }
  const isElsewhere = siteFolder(target) !== site && (said.form === 'root' || said.form === 'relative')
  return { kind: 'cannot', why: isElsewhere ? 'no-host' : 'taken', target }
}

/** Whether an address leads over a redirect that was none before. */
function goesByNewRow(place: LinkPlace, home: ContentPath, { before, after }: TwoWorlds): boolean {
  const said = saidAt(place.value, home, after, place.relative)
  const rows = said ? reachOf(said, after).rows : []
  return rows.some((row) => {
    const site = contentPath(row.split('/').slice(0, 3).join('/'))
    return !before.redirects(site).has(row.slice(site.length))
  })
}

/** What an address of a page says; null for a place in itself, for what leads elsewhere, and for no address. */
export function saidAt(
  value: string,
  page: ContentPath,
  { hosts }: Pick<World, 'hosts'>,
  relative = true
): Said | null {
  const said = saidBy(value, baseOf(page), hosts, relative)
  return said === null || 'here' in said ? null : said
}

function leadsTo(
  value: string,
  page: ContentPath,
  world: World,
  relative: boolean,
  target: ContentPath
): boolean {
  const said = saidAt(value, page, world, relative)
  const led = said && reachOf(said, world)
  return led?.kind === 'document' && led.path === target
}
