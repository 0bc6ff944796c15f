import { createHash } from 'node:crypto'
import type { Content, FileHistory, Kept } from '../../../common/moment/file-history'
import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'
import { stateName } from '../engine/gone-states'
import type { FileMark } from '../engine/types'
import { isSearched } from '../marks'
import { pastPath, type Past } from './place'

/** A larger state is not read. */
export const MOST_BYTES = 16 * 1024 * 1024

/** The hash of a state that went: of its content and of what came after it. */
export const bothHash = (went: string, next: string): string =>
  createHash('sha256').update(`${went} ${next}`).digest('hex')

/** Of one file so many states are kept, the newest. */
const MOST_STATES = 500

/** What the index of what was is to know of a file: each state that another one took the place of, and the trash. */
export function statesOf(history: FileHistory): FileMark[] {
  const { current, trashed } = history
  const path = current?.path ?? trashed?.path
  if (path === undefined || !isSearched(path)) return []
  const versions = history.kept.filter(({ kind }) => kind === 'version').slice(-MOST_STATES)
  const last = versions.at(-1)
  const went = versions.flatMap((version, at) => wentMark(history, path, version, versions[at + 1] ?? null))
  if (!trashed) return went
  const { content, at, by, id } = trashed
  const version = last?.hash === content.hash ? last.id : null
  return [
    ...went,
    markOf(history.id, path, { was: 'trash', item: id, version }, content.hash, content.size, { at, by })
  ]
}

/** None for a state of which nothing went. */
function wentMark(history: FileHistory, path: ContentPath, version: Kept, after: Kept | null): FileMark[] {
  const { current, trashed, id } = history
  const next = after ?? current?.content ?? trashed?.content ?? null
  const isLast = after === null && trashed !== null
  // a file in the trash has its last state as a version
  if (isLast && version.hash === trashed.content.hash)
    return [
      markOf(id, path, { was: 'went', version: version.id, next: null }, version.hash, version.size, trashed)
    ]
  if (next === null || isLast || next.hash === version.hash) return []
  const took = after ? takenBy(history, version, after) : (current?.content ?? after)
  if (!took) return []
  const place: Past = {
    was: 'went',
    version: version.id,
    next: after ? { version: after.id } : 'now'
  }
  return [markOf(id, path, place, bothHash(version.hash, next.hash), version.size, took)]
}

/** Who wrote the state that took the place of another, and when. */
function takenBy({ written }: FileHistory, version: Kept, after: Kept): Pick<Content, 'at' | 'by'> {
  const found = [...written].reverse().find(({ hash, at }) => hash === after.hash && at <= after.at)
  if (found) return found
  return { at: version.at, by: after.by[0] ?? { email: '' } }
}

function markOf(
  file: string,
  path: ContentPath,
  past: Past,
  hash: string,
  size: number,
  { at, by }: { readonly at: number; readonly by: Person }
): FileMark {
  return {
    file: stateName(file, past.was === 'trash' ? 'trash' : past.version),
    path: pastPath(path, past),
    isConfig: false,
    was: past.was,
    hash,
    size,
    changedAt: at,
    changedBy: by.name === undefined ? by.email : `${by.email}\n${by.name}`,
    preview: null,
    live: null
  }
}
