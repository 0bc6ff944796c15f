import type { ContentPath } from '../../content/paths'
import { presentIn, type PresentIn } from '../../present'
import type { Calls } from './calls'

/** What is told of documents that people write in together, beside their lines. */
export const roomCalls = ({ read }: Calls) => ({
  /** Who is in which document at and below a path, as far as the caller may read it (RT10). */
  present: (at: ContentPath): Promise<PresentIn> => read(presentIn, 'listRooms', { at })
})
