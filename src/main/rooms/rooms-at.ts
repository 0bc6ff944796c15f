import { GalleyError } from '../../common/errors'
import type { Leader } from '../http/leader'
import type { Rooms } from './index'

/** The rooms of a process that does not lead: the leader has them, and whoever wants in is handed on to it. */
export const roomsAt = (leader: Leader): Rooms => ({
  join: () => Promise.reject(new GalleyError('internal', 'The documents are written in at another process.')),
  save: (path) => leader.save(path),
  present: () => [],
  close: () => Promise.resolve()
})
