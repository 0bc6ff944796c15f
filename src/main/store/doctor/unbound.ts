import { loadIndex } from '../logs/index-log'
import { worthOfIndex } from '../logs/index-seal'
import type { FileState } from '../logs/log-events'
import type { Exam } from './exam'
import { deletedFiles } from './logs'

/**
 * Histories that neither the index nor the trash knows of, though both are whole: of an index that was lost
 * or put back long ago.
 */
export async function checkUnbound(exam: Exam): Promise<void> {
  const { fs, layout } = exam
  const { index, whole } = await loadIndex(fs, layout.indexFile)
  // else it is built anew, from the histories
  if (!whole || (await worthOfIndex(fs, layout, Date.now())).is === 'another') return
  const deleted = new Set((await deletedFiles(exam)).map(({ id }) => id))
  for (const state of exam.states.values()) {
    const { id, path, current, versions } = state
    if (index.byId(id) || deleted.has(id) || path === null || !current) continue
    const file = layout.log(id)
    const there = (await fs.lstat(layout.content(path)))?.kind === 'file'
    if (there && !index.get(path) && versions.length > 0)
      await exam.report({
        file,
        message: `${path} has a history that the index does not know of: without it the file would look new, and have lost ${countOf(state)}.`,
        repair: {
          does: 'Builds the index from the histories and the content.',
          run: async () => {
            if (await fs.lstat(layout.indexFile)) await exam.setAside(layout.indexFile)
          }
        }
      })
    else if (versions.length > 0)
      await exam.report({
        file,
        kind: 'leftover',
        message: `The history of a file that is neither in the content nor in the trash: ${path}, with ${countOf(state)}. It was deleted for good, or the index lost it long ago. A file that is put there goes on with it.`
      })
    else
      await exam.report({
        file,
        kind: 'leftover',
        message: `The beginning of a history of ${path}, of a new file or copy whose making was interrupted before it was acknowledged.`,
        // a file that is there goes on with it
        ...(!there && {
          repair: { does: 'Moves it to what is set aside.', run: () => exam.setAside(file) }
        })
      })
  }
}

const countOf = ({ versions }: FileState) =>
  versions.length === 1 ? '1 version' : `${versions.length} versions`
