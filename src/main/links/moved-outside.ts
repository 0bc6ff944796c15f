import { isWithin, siteOf, type ContentPath } from '../../common/content/paths'
import { movedBy, type Move } from '../../common/links/moved'

/** A file that another program put elsewhere: its links were not brought along. */
export interface MovedOutside {
  readonly from: ContentPath
  /** Where it is now, whoever moved it since. */
  readonly to: ContentPath
  /** What it held as it was moved: its own addresses are looked at for as long as it holds that. */
  readonly hash: string
  /** Unix milliseconds. */
  readonly at: number
}

/** Each file that another program moved, with where it is by now. */
interface MovedFiles {
  /** As they were kept, the oldest first. */
  load(kept: readonly MovedOutside[]): void
  /** Another program moved a file. */
  outside(move: MovedOutside): void
  /** Somebody moved a file, or a folder with all that is in it. */
  inside(move: Move, isFile: boolean): void
  all(): readonly MovedOutside[]
  of(site: ContentPath): readonly MovedOutside[]
  /** The sites of which something is otherwise since this was asked last. */
  changed(): readonly ContentPath[]
}

/** So many are known, the last ones. */
const MOST = 5000

export function createMovedFiles(): MovedFiles {
  /** By the place of before: of a file that moved twice both are known, for links may say either. */
  const moves = new Map<ContentPath, MovedOutside>()
  const changed = new Set<ContentPath>()

  function put(move: MovedOutside): void {
    drop(move)
    moves.set(move.from, move)
    for (const oldest of moves.values()) {
      if (moves.size <= MOST) break
      drop(oldest)
    }
  }

  function drop({ from }: MovedOutside): void {
    moves.delete(from)
    changed.add(siteOf(from))
  }

  function inside(move: Move, isFile: boolean): void {
    const moved = movedBy([move])
    for (const one of [...moves.values()]) {
      if (isFile ? one.to !== move.from : !isWithin(one.to, move.from)) continue
      // what came back was never away
      if (moved(one.to) === one.from) drop(one)
      else put({ ...one, to: moved(one.to) })
    }
  }

  return {
    load(kept) {
      for (const move of kept) put(move)
      changed.clear()
    },
    outside(move) {
      inside(move, true)
      put(move)
    },
    inside,
    all: () => [...moves.values()],
    of: (site) => [...moves.values()].filter(({ from }) => siteOf(from) === site),
    changed() {
      const sites = [...changed]
      changed.clear()
      return sites
    }
  }
}
