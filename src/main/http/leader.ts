import type { ContentPath } from '../../common/content/paths'
import type { Asked } from './asked'
import type { Room } from './room'

/**
 * The process that keeps what only one of several can keep: what people write together, imports, syncs, query
 * indices (TM3). The others hand on to it what is asked of these.
 */
export interface Leader {
  /**
   * Its answer to the request, which was not read yet, as that of the caller that the transport here vouches for.
   * @throws GalleyError busy while there is none
   */
  handOn(asked: Pick<Asked, 'request' | 'hint'>): Promise<Response>
  /**
   * What people have written in the documents at and below a path is in its files, as far as the leader can
   * be reached.
   */
  save(path: ContentPath): Promise<void>
}

/** The same addresses, answered by the leader. */
export const handedOn = (room: Room, leader: Leader | null): Room =>
  leader ? { ...room, answer: (asked: Asked) => leader.handOn(asked) } : room
