import { replaceDurably, truncateDurably } from '../disk/durable-write'
import { filesIn } from '../disk/durable-read'
import { loadIndex } from '../logs/index-log'
import { worthOfIndex } from '../logs/index-seal'
import { readRoomLog, roomIdOf } from '../logs/room-entries'
import type { Guid } from '../layout/names'
import type { Exam } from './exam'
import { deletedFiles } from './logs'

/** What is written together and is not in its document yet (W15). */
export async function checkRooms(exam: Exam): Promise<void> {
  const { fs, layout, report } = exam
  const ids = (await filesIn(fs, layout.rooms)).flatMap((name) => roomIdOf(name) ?? [])
  if (ids.length === 0) return
  const isKnown = await knownFiles(exam)
  for (const id of ids) {
    const file = layout.roomLog(id)
    if (!isKnown(id))
      await report({
        file,
        kind: 'leftover',
        message: 'What people wrote in a document that was deleted for good.',
        repair: { does: 'Removes it.', run: () => fs.unlink(file) }
      })
    else await checkRoom(exam, id)
  }
}

async function checkRoom({ fs, layout, read, report, states, ...exam }: Exam, id: Guid): Promise<void> {
  const file = layout.roomLog(id)
  const bytes = await read(file)
  if (!bytes) return
  const { entries, isDamaged, isRest, rest, wholeBytes } = readRoomLog(bytes)
  const what = `What people were writing in ${states.get(id)?.path ?? 'a document'}`
  // told before, and mended as far as can be
  if (isRest) return
  if (isDamaged)
    await report({
      file,
      message: `${what} is damaged. The document itself is whole as it was saved last; what was typed in the two seconds after that may be missing.`,
      repair: {
        does: 'Sets it aside, and keeps what it told before the damage.',
        run: async () => {
          if (entries.length === 0) return exam.setAside(file)
          await exam.setAsideCopy(file)
          await replaceDurably(fs, file, rest())
        }
      }
    })
  else if (wholeBytes < bytes.length)
    await report({
      file,
      kind: 'leftover',
      message: `${what} ends in half a record, which was interrupted before it was acknowledged.`,
      repair: { does: 'Cuts the half record off.', run: () => truncateDurably(fs, file, wholeBytes) }
    })
}

/** Which files are there, in the trash or in a history; all, where the index is about to be made anew. */
async function knownFiles(exam: Exam): Promise<(id: Guid) => boolean> {
  const { fs, layout, states } = exam
  const deleted = new Set((await deletedFiles(exam)).map(({ id }) => id))
  const { index, whole } = await loadIndex(fs, layout.indexFile)
  const isSound = whole && (await worthOfIndex(fs, layout, Date.now())).is !== 'another'
  return (id) => !isSound || index.byId(id) !== undefined || deleted.has(id) || states.has(id)
}
