import { ROOT } from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import { checkChange } from '../../../src/main/store/layout/transfer-rules'
import type { Change, FileEntry } from '../../../src/main/store/types'
import { fileAt, isVersioned, replace } from './files'
import { entryOf, type MemoryFile, type State } from './state'
import { checkMove, transfer } from './transfers'
import { togetherIntoTrash } from './trash'

/** W14: everything is looked at before anything is changed. */
export async function changeTogether(
  state: State,
  { edits, moves = [], overwrite = false, by, signal }: Change
): Promise<FileEntry[]> {
  checkChange(edits, moves)
  const files: MemoryFile[] = []
  for (const { path, from } of edits) {
    const file = fileAt(state, path)
    if (!file) throw new GalleyError('not-found', 'There is no file here.', { where: path })
    if (!isVersioned(path)) throw new GalleyError('not-versioned', 'It has no versions.', { where: path })
    if (file.hash !== from) throw new GalleyError('precondition-failed', 'It changed.', { where: path })
    files.push(file)
  }
  for (const { from, to } of moves) checkMove(state, from, to, overwrite)
  if (signal?.aborted && files.length > 0) throw new GalleyError('cancelled', 'Cancelled.')
  const inTheWay = moves.flatMap(({ to }) => (state.kindAt(to) === 'none' ? [] : [to]))
  if (inTheWay.length > 0) togetherIntoTrash(state, inTheWay, by).notify()
  for (const { from, to } of moves) transfer(state, 'move', from, to, { by })
  for (const [at, { to }] of edits.entries()) await replace(state, files[at]?.path ?? ROOT, to, { by })
  return files.map(entryOf)
}
