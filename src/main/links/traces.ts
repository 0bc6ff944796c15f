import { isWithin, type ContentPath } from '../../common/content/paths'
import { movedBy, type Move } from '../../common/links/moved'

/** So many moves are remembered, the last ones. */
const MOST = 1000

/** Where things went that this service saw moving, whoever moved them (LK6). */
interface Traces {
  note(move: Move): void
  /** As they are now, for who asks for a while. */
  now(): readonly Move[]
}

export function openTraces(): Traces {
  let moves: readonly Move[] = []
  return {
    note(move) {
      moves = [...moves, move].slice(-MOST)
    },
    now: () => moves
  }
}

/**
 * Where what lay at a path is now, by the moves since; null where none tells.
 * @param has whether something is there
 */
export function tracedTo(
  moves: readonly Move[],
  path: ContentPath,
  has: (path: ContentPath) => boolean
): ContentPath | null {
  // what lay there last is meant, as far as it is there still
  for (let first = moves.length - 1; first >= 0; first -= 1) {
    const move = moves[first]
    if (!move || !isWithin(path, move.from)) continue
    const at = moves.slice(first).reduce((place, one) => movedBy([one])(place), path)
    if (has(at)) return at
  }
  return null
}
