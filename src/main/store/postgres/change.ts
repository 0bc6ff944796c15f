import { isWithin, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { movedPath } from '../layout/content-index'
import { checkChange } from '../layout/transfer-rules'
import type { Change, FileEntry } from '../seam/content'
import { given, withContents } from './keep-contents'
import { heldFile, type FileRow } from './files'
import { entryOf, isVersioned } from '../logs/entries'
import { holdPlaces, kindAt } from './places'
import { checkWay, go } from './transfers'
import { intoTrash } from './trash'
import { inTurn, type Turn, type Workspace } from './turn'
import { replace } from './save'

/** So many documents in one transaction, which holds all of them. */
const MOST = 5_000

/** W14: everything is looked at before anything is changed. */
export async function changeTogether(
  workspace: Workspace,
  { edits, moves = [], overwrite = false, by, keepAs, signal, onProgress }: Change
): Promise<FileEntry[]> {
  checkChange(edits, moves)
  if (edits.length > MOST)
    throw new GalleyError('too-large', 'So many documents cannot be changed as one. Choose fewer.')
  const bodies = edits.map(({ to }) => to)
  return withContents(workspace, bodies, (contents) =>
    inTurn(workspace, async (turn) => {
      await holdPlaces(
        turn,
        moves.flatMap(({ from, to }) => [from, to])
      )
      // in one order for all, so that nobody waits in a circle
      const held = new Map<ContentPath, FileRow>()
      for (const { path, from } of [...edits].sort((a, b) => (a.path < b.path ? -1 : 1)))
        held.set(path, await asExpected(turn, path, from))
      for (const { from, to } of moves) await checkWay(turn, 'move', from, to, overwrite)
      if (signal?.aborted && edits.length > 0) throw cancelled()
      const inTheWay = []
      for (const { to } of moves) {
        const kind = await kindAt(turn, to)
        if (kind !== 'none') inTheWay.push({ path: to, kind })
      }
      if (inTheWay.length > 0) await intoTrash(turn, inTheWay, by)
      for (const { from, to } of moves) await go(turn, 'move', from, to, { by })
      const after: FileEntry[] = []
      for (const [done, { path }] of edits.entries()) {
        if (signal?.aborted) throw cancelled()
        const file = held.get(path)
        if (!file) throw new GalleyError('internal', 'A file was not looked at.', { where: path })
        const move = moves.find(({ from }) => isWithin(path, from))
        const now = move ? { ...file, path: movedPath(path, move.from, move.to) } : file
        const { entry } = await replace(turn, now, {
          content: given(contents[done]),
          options: { by, ...(keepAs !== undefined && { keepAs }) }
        })
        after.push(entry)
        onProgress?.(done + 1, edits.length)
      }
      if (edits.length > 0) await turn.requireGoing(signal, 'Cancelled. Nothing was changed.')
      return after
    })
  )
}

const cancelled = () => new GalleyError('cancelled', 'Cancelled. Nothing was changed.')

async function asExpected(turn: Turn, path: ContentPath, hash: string): Promise<FileRow> {
  const file = await heldFile(turn, path)
  if (!file) throw new GalleyError('not-found', 'There is no file here.', { where: path })
  if (!isVersioned(path))
    throw new GalleyError('not-versioned', 'Files of this type have no versions.', { where: path })
  if (file.hash !== hash)
    throw new GalleyError('precondition-failed', 'This file was changed meanwhile. Nothing was changed.', {
      where: entryOf(file).path
    })
  return file
}
