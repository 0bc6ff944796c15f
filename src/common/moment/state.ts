import type { ContentPath } from '../content/paths'
import type { FileHistory, Kept } from './file-history'

/** How a file was at a moment, and where its content of then is to be had. */
export interface StateThen {
  readonly path: ContentPath
  readonly hash: string
  readonly size: number
  readonly source: Source
  /**
   * False when exactly that state was not kept: this is the nearest one that was. Autosaves are kept every
   * five minutes (V3).
   */
  readonly exact: boolean
}

type Source =
  | { readonly kind: 'live' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'version' | 'replaced'; readonly id: string }

/**
 * Null when the file was not there at the moment: not made yet, or in the trash.
 * @param moment Unix milliseconds
 */
export function stateAt(history: FileHistory, moment: number): StateThen | null {
  const live = history.current?.content ?? history.trashed?.content
  if (!live || !existedAt(history, moment)) return null
  return { path: pathAt(history, moment), ...contentAt(history, live, moment) }
}

/** How it is now; null while it is in the trash. */
export function stateNow({ current }: FileHistory): StateThen | null {
  if (!current) return null
  const { path, content } = current
  return { path, hash: content.hash, size: content.size, source: { kind: 'live' }, exact: true }
}

function existedAt({ created, trashed, places }: FileHistory, moment: number): boolean {
  if (created && created.at > moment) return false
  if (trashed && trashed.at <= moment) return false
  return !places.some(({ at, deletedAt }) => deletedAt !== undefined && deletedAt <= moment && moment < at)
}

/** The last place that is known of before; else the first one after. */
function pathAt({ created, places, kept, current, trashed }: FileHistory, moment: number): ContentPath {
  const known = [...(created ? [created] : []), ...places, ...kept].sort((a, b) => a.at - b.at)
  const before = known.filter(({ at }) => at <= moment).at(-1)
  const nearest = before ?? kept.find(({ at }) => at > moment) ?? current ?? trashed ?? known[0]
  if (!nearest) throw new Error('a file lies somewhere')
  return nearest.path
}

function contentAt(
  { written, kept }: FileHistory,
  live: { readonly hash: string; readonly size: number; readonly at: number },
  moment: number
): Omit<StateThen, 'path'> {
  const asLive = (exact: boolean) => ({
    hash: live.hash,
    size: live.size,
    source: { kind: 'live' } as const,
    exact
  })
  if (live.at <= moment) return asLive(true)
  const last = written.filter(({ at }) => at <= moment).at(-1)
  if (last?.size === 0) return { hash: last.hash, size: 0, source: { kind: 'empty' }, exact: true }
  if (last?.hash === live.hash) return asLive(true)
  const next = kept.find(({ at }) => at >= moment)
  if (last) {
    const same = next?.hash === last.hash ? next : kept.filter(({ hash }) => hash === last.hash).at(-1)
    if (same) return asKept(same, true)
  }
  if (next) return asKept(next, last === undefined)
  const former = kept.at(-1)
  return former ? asKept(former, false) : asLive(last === undefined && written.length === 0)
}

const asKept = ({ kind, id, hash, size }: Kept, exact: boolean) => ({
  hash,
  size,
  source: { kind, id },
  exact
})
