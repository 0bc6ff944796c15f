import pLimit from 'p-limit'
import type { RemoteSide } from './sides'

/**
 * A small file that is written keeps a server waiting for its disk rather than busy, and what waits there together becomes durable
 * together. Large ones are no more than all else at a time: so many are worked on (`pass.ts`).
 */
const MORE_WRITES = 10

/**
 * The same server, of which only so much is asked at a time. What a pass does besides, with its own disk, waits
 * for no turn: there many small things become durable together.
 */
export function inLine(remote: RemoteSide, atOnce: number): RemoteSide {
  const line = pLimit(atOnce)
  const writes = pLimit(atOnce + MORE_WRITES)
  return {
    list: (folder) => line(() => remote.list(folder)),
    read: (path, etag) => line(() => remote.read(path, etag)),
    head: (path) => line(() => remote.head(path)),
    write: (path, content, expect) => writes(() => remote.write(path, content, expect)),
    respell: (from, to) => line(() => remote.respell(from, to)),
    remove: (path, etag) => line(() => remote.remove(path, etag)),
    label: (path, label) => line(() => remote.label(path, label)),
    lastInHistory: (path) => line(() => remote.lastInHistory(path))
  }
}
