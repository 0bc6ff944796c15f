import { contentPath, isWithin, type ContentPath } from '../content/paths'

/** A file or folder, and where it goes. */
export interface Move {
  readonly from: ContentPath
  readonly to: ContentPath
}

/** Where a path is after moves: those of a folder take everything in it along. */
export const movedBy =
  (moves: readonly Move[]) =>
  (path: ContentPath): ContentPath => {
    const move = moves.find(({ from }) => isWithin(path, from))
    return move ? contentPath(move.to + path.slice(move.from.length)) : path
  }

/** Whether something is at a path after moves. What is in the way of one is not there any more. */
export function hasAfter(
  moves: readonly Move[],
  has: (path: ContentPath) => boolean
): (path: ContentPath) => boolean {
  const moved = movedBy(moves)
  return (path) => {
    const came = moves.some(
      ({ from, to }) => isWithin(path, to) && has(contentPath(from + path.slice(to.length)))
    )
    return came || (has(path) && moved(path) === path)
  }
}
