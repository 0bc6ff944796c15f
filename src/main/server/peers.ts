import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentPath, type ContentPath } from '../../common/content/paths'

/** By which nodes of one workspace know each other's requests: a secret of the workspace. */
export const PEER_HEADER = 'x-galley-node'
/**
 * Whom the node that was asked has judged a request to speak for, when it hands it on: the session of a browser, by its hash, or
 * nobody (empty). It counts beside the secret alone.
 */
export const PEER_SESSION_HEADER = 'x-galley-node-session'
/** What a node asks another one for itself: to save what people have written below a path. */
export const PEER_SAVE = '/node/save'

/** Other processes that serve the same workspace and hand requests on to this one (TM3). */
export interface Peers {
  readonly secret: string
  /** What people have written in the documents at and below a path is in its files. */
  save(path: ContentPath): Promise<void>
}

/** What a listener has to know of them. */
interface PeerRequests {
  /** The first one has judged its host, and counted it. */
  isFrom(incoming: IncomingMessage): boolean
  /**
   * The session that the first one has judged it to speak for, by its hash; `''` for none. Null where nobody may say so, or a
   * node from before did not.
   */
  sessionOf(incoming: IncomingMessage): string | null
  /** Answers what is asked for a node itself. @returns false when it is not */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/** @param peers null: there are none */
export function openPeerRequests(peers: Peers | null): PeerRequests {
  const secret = peers && digest(peers.secret)
  const isFrom = ({ headers }: IncomingMessage): boolean => {
    const told = headers[PEER_HEADER]
    return secret !== null && typeof told === 'string' && timingSafeEqual(digest(told), secret)
  }
  return {
    isFrom,
    sessionOf(incoming) {
      const told = incoming.headers[PEER_SESSION_HEADER]
      return typeof told === 'string' && isFrom(incoming) ? told : null
    },
    answer(incoming, outgoing) {
      // a stranger's target may be no address at all, so nothing is read of it
      if (!peers || incoming.method !== 'POST' || !isFrom(incoming)) return false
      const [pathname, query] = (incoming.url ?? '').split('?', 2)
      if (pathname !== PEER_SAVE) return false
      void saved(peers, new URLSearchParams(query).get('path') ?? '').then((status) => {
        outgoing.statusCode = status
        outgoing.end()
      })
      return true
    }
  }
}

/** @returns the status of the answer */
const saved = (peers: Peers, path: string): Promise<number> =>
  Promise.resolve()
    .then(() => peers.save(contentPath(path)))
    .then(
      () => 204,
      () => 500
    )

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
