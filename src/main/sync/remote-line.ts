import pLimit from 'p-limit'
import type { RemoteSide } from './sides'

/**
 * The same server, of which only so much is asked at a time. What a pass does besides, with its own disk, waits
 * for no turn: there many small things become durable together.
 */
export function inLine(remote: RemoteSide, atOnce: number): RemoteSide {
  const line = pLimit(atOnce)
  return {
    list: (folder) => line(() => remote.list(folder)),
    read: (path, etag) => line(() => remote.read(path, etag)),
    head: (path) => line(() => remote.head(path)),
    write: (path, content, expect) => line(() => remote.write(path, content, expect)),
    respell: (from, to) => line(() => remote.respell(from, to)),
    remove: (path, etag) => line(() => remote.remove(path, etag)),
    label: (path, label) => line(() => remote.label(path, label)),
    lastInHistory: (path) => line(() => remote.lastInHistory(path))
  }
}
