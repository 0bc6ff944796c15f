import {
  contentPath,
  nameOf,
  parentOf,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../common/content/paths'
import type { MovedOutsideAnswer } from '../../common/links/answers'
import type { Access } from '../permissions/access'
import type { Store } from '../store/types'
import type { MovedOutside } from './moved-outside'

/** What is told of moves to a caller who may read both ends: a folder for all that went its way, the newest first. */
export async function toldMoves(
  store: Store,
  moved: readonly MovedOutside[],
  access: Access
): Promise<MovedOutsideAnswer[]> {
  const found = new Map<string, MovedOutsideAnswer>()
  for (const move of moved) {
    if (!(await mayRead(access, move.from)) || !(await mayRead(access, move.to))) continue
    // what is gone again, or has something else in its place, is left alone
    if ((await store.stat(move.from)) !== null || (await store.stat(move.to)) === null) continue
    const way = wayOf(move)
    const key = JSON.stringify([way.from, way.to])
    const known = found.get(key)
    // one file alone is told as itself
    const told = known ? way : { from: move.from, to: move.to }
    found.set(key, {
      ...told,
      site: siteOf(move.from),
      files: (known?.files ?? 0) + 1,
      at: Math.max(known?.at ?? 0, move.at)
    })
  }
  return [...found.values()].sort((one, other) => other.at - one.at)
}

const mayRead = async (access: Access, path: ContentPath) =>
  access.unrestricted || (await access.at(path)).may('read', path)

/** The folders by which the two ends differ: what is the same behind them was in a folder that moved. */
function wayOf({ from, to }: Pick<MovedOutside, 'from' | 'to'>): { from: ContentPath; to: ContentPath } {
  let way = { from: contentPath(from), to: contentPath(to) }
  while (
    nameOf(way.from) === nameOf(way.to) &&
    segmentsOf(way.from).length > 3 &&
    segmentsOf(way.to).length > 3
  )
    way = { from: parentOf(way.from), to: parentOf(way.to) }
  return way
}
