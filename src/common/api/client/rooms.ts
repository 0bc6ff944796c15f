import type { ContentPath } from '../../content/paths'
import { presentIn, type PresentIn } from '../../present'
import { hold, holdsIn, type Hold, type HoldsIn } from '../../held'
import type { Calls } from './calls'

/** What is told of documents that people write in together, beside their lines. */
export const roomCalls = ({ ask, read }: Calls) => ({
  /** Who is in which document at and below a path, as far as the caller may read it (RT10). */
  present: (at: ContentPath): Promise<PresentIn> => read(presentIn, 'listRooms', { at }),
  /** Which files at and below a path are held, as far as the caller may read them (RT15). */
  holds: (at: ContentPath): Promise<HoldsIn> => read(holdsIn, 'listHolds', { at }),
  /** Holds a file for an hour, from now on. Resolves to the hold that is there then, which may be somebody else's. */
  hold: (path: ContentPath): Promise<Hold> => read(hold, 'hold', { at: path }),
  /** Writes all the same where somebody else holds a file. @throws not-found where nobody does */
  passHold: (path: ContentPath): Promise<Hold> => read(hold, 'passHold', { at: path }),
  async letGo(path: ContentPath): Promise<void> {
    await ask('letGo', { at: path })
  }
})
