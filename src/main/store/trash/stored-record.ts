import { z } from 'zod'
import type { IndexRecord } from '../layout/content-index'
import { stored } from '../layout/stored-values'

/** What a record of the trash, or of a copy under way, tells of one file. */
export const storedRecord = z
  .object({
    path: stored.path,
    id: stored.guid,
    hash: stored.hash,
    size: stored.count,
    mtimeMs: stored.fileTime,
    ino: stored.inode,
    at: stored.moment,
    by: stored.person,
    session: z.string().optional(),
    since: stored.moment.optional()
  })
  .transform(({ session, since, ...rest }): IndexRecord => ({
    ...rest,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since })
  }))
