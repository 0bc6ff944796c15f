import { checkContents } from './contents'
import type { Exam } from './exam'
import { checkLogs } from './logs'
import { checkRooms } from './rooms'
import { checkSmallRecords } from './small-records'
import { checkTrash } from './trash'
import { checkUnbound } from './unbound'

/**
 * Every record of a workspace and every content that one of them needs.
 * @param interrupted looks for what was under way when the workspace was closed
 * @returns how many contents were held against their hash
 */
export async function checkRecords(exam: Exam, interrupted = () => Promise.resolve()): Promise<number> {
  await checkSmallRecords(exam)
  await interrupted()
  await checkLogs(exam)
  const contents = await checkContents(exam)
  await checkTrash(exam)
  await checkUnbound(exam)
  await checkRooms(exam)
  return contents
}
