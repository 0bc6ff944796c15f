import type { Person } from '../../common/person'

/** Somebody who wrote the file elsewhere. */
export interface OutsideWrite {
  readonly by: Person
  /** It was another program. */
  readonly isProgram: boolean
}

/** What the file of a room held, one content after the other; who was away is told what others wrote meanwhile. */
interface OutsideWrites {
  /** @param write null: it was saved from the room */
  became(hash: string, write: OutsideWrite | null): void
  /** The last write after the file held this; null where there was none. */
  since(hash: string): OutsideWrite | null
}

const MOST = 100

/** @param write who wrote the first content while the room was closed, if somebody has */
export function openOutsideWrites(hash: string, write: OutsideWrite | null): OutsideWrites {
  const all = [{ hash, write }]
  return {
    became(next, by) {
      all.push({ hash: next, write: by })
      if (all.length > MOST) all.shift()
    },
    since(known) {
      const at = all.map((one) => one.hash).lastIndexOf(known)
      return all.slice(at + 1).reduce<OutsideWrite | null>((last, one) => one.write ?? last, null)
    }
  }
}
