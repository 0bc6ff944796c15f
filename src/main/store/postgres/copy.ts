import { isWithin, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { movedPath } from '../layout/content-index'
import { checkChange, checkTransfer } from '../layout/transfer-rules'
import type { CopyOptions } from '../seam/content'
import { given, keepContent, withContents, type Hashed } from './keep-contents'
import { heldFile } from './files'
import { holdPlaces, kindAt } from './places'
import { checkWay, go, transfer } from './transfers'
import { intoTrash } from './trash'
import { inTurn, type Turn, type Workspace } from './turn'
import { hashBytes } from './values'

/** S4: of a file also with what goes along, and with other bytes for some; all or nothing. */
export async function copyPath(
  workspace: Workspace,
  from: ContentPath,
  to: ContentPath,
  { along = [], edits = [], ...options }: CopyOptions
): Promise<number> {
  if (along.length === 0 && edits.length === 0) return transfer(workspace, 'copy', from, to, options)
  const routes = [{ from, to }, ...along]
  checkTransfer(from, to)
  checkChange([], routes)
  const bodies = edits.map(({ to: bytes }) => bytes)
  return withContents(workspace, bodies, (contents) =>
    inTurn(workspace, async (turn) => {
      await holdPlaces(
        turn,
        routes.flatMap((route) => [route.from, route.to])
      )
      for (const route of routes)
        await checkWay(turn, 'copy', route.from, route.to, options.overwrite === true)
      for (const { path, from: hash } of edits)
        if ((await heldFile(turn, path))?.hash !== hash)
          throw new GalleyError(
            'precondition-failed',
            'This file was changed meanwhile. Nothing was changed.',
            {
              where: path
            }
          )
      if (along.length > 0) {
        const inTheWay = []
        for (const route of routes) {
          const kind = await kindAt(turn, route.to)
          if (kind !== 'none') inTheWay.push({ path: route.to, kind })
        }
        if (inTheWay.length > 0) await intoTrash(turn, inTheWay, options.by)
      }
      let files = 0
      for (const route of routes) files += await go(turn, 'copy', route.from, route.to, options)
      for (const [at, edit] of edits.entries()) {
        const route = routes.find((one) => isWithin(edit.path, one.from)) ?? { from, to }
        await editCopy(turn, movedPath(edit.path, route.from, route.to), given(contents[at]))
      }
      return files
    })
  )
}

/** The copy begins with these bytes: nothing was replaced. */
async function editCopy(turn: Turn, path: ContentPath, content: Hashed): Promise<void> {
  const file = await heldFile(turn, path)
  if (!file) return
  await keepContent(turn, content)
  const values = [turn.workspace, file.id, hashBytes(content.hash), content.size]
  await turn.change('update entries set hash = $3, size = $4 where workspace_id = $1 and id = $2', values)
  await turn.change(
    `update happenings set hash = $3, size = $4 where workspace_id = $1 and file_id = $2 and kind = 'written'`,
    values
  )
}
