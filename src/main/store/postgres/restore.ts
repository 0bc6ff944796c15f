import { parentOf, siteOf, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Person } from '../../../common/person'
import { newGuid } from '../layout/names'
import { sizeOf } from './contents'
import { emitFile, FILE, fileOf, heldFile, type FileRow } from './files'
import { isVersioned } from '../logs/entries'
import { checkNames, holdPlaces, kindAt, makeFolders } from './places'
import { heldItems } from './trash'
import { inTurn, type Turn, type Workspace } from './turn'
import { hashIn, json, numberIn, personIn, textIn } from './values'
import { replace } from './save'
import { putFile } from './write'

type Items = Awaited<ReturnType<typeof heldItems>>

/** S5: everything of an item goes back to its place, or nothing does. */
export function restoreItem(
  workspace: Workspace,
  site: ContentPath,
  id: string,
  by: Person
): Promise<ContentPath> {
  return inTurn(workspace, async (turn) => {
    const items = await heldItems(turn, site, id)
    const [{ path, cause }] = items
    await holdPlaces(
      turn,
      items.map((item) => item.path)
    )
    if (cause === 'replaced' && (await kindAt(turn, path)) === 'file') return swapBack(turn, items, by)
    for (const { path: place } of items) {
      if ((await kindAt(turn, place)) !== 'none')
        throw new GalleyError(
          'exists',
          'Something else has taken this name. Rename it, then restore again.',
          {
            where: place
          }
        )
      await checkNames(turn, place)
    }
    for (const item of items) await putBack(turn, item, by)
    return path
  })
}

/** Media that an upload replaced changes places with what is there now. */
async function swapBack(turn: Turn, [item]: Items, by: Person): Promise<ContentPath> {
  const { id, path } = item
  if (isVersioned(path))
    throw new GalleyError('exists', 'A document has taken this name. Rename it, then restore again.')
  const was = await replacedBy(turn, id)
  const file = await heldFile(turn, path)
  const { hash, size } = was
  if (!file || (await sizeOf(turn, hash)) !== size)
    throw new GalleyError('damaged', 'What was replaced is missing.', { where: path })
  await replace(turn, file, { content: { hash, size, bytes: null, object: null }, options: { by } })
  await forget(turn, id)
  turn.emit({ type: 'trash', site: siteOf(path) })
  return path
}

async function replacedBy(turn: Turn, id: string) {
  const row = await turn.one(
    'select hash, size, at, by_whom from replaced where workspace_id = $1 and trash_id = $2',
    [turn.workspace, id]
  )
  if (!row) throw new GalleyError('damaged', 'What was replaced is missing.')
  return {
    hash: hashIn(row, 'hash'),
    size: numberIn(row, 'size'),
    at: numberIn(row, 'at'),
    by: personIn(row, 'by_whom')
  }
}

const forget = (turn: Turn, id: string) =>
  turn.change('delete from trash_items where workspace_id = $1 and id = $2', [turn.workspace, id])

async function putBack(
  turn: Turn,
  { id, path, kind, cause, deletedAt }: Items[0],
  by: Person
): Promise<void> {
  await makeFolders(turn, parentOf(path), by)
  const files = cause === 'replaced' ? [await asNewFile(turn, id, path)] : await whatWas(turn, id)
  if (kind === 'folder') turn.emit({ type: 'folder', change: 'created', path, by })
  await turn.change(
    `insert into happenings (workspace_id, file_id, kind, at, by_whom, path, deleted_at)
     select workspace_id, id, 'placed', $3, $4, path, $5 from entries where workspace_id = $1 and id = any($2)`,
    [turn.workspace, files.map((file) => file.id), turn.now(), json(by), deletedAt]
  )
  await forget(turn, id)
  for (const file of files) emitFile(turn, 'restored', file, by)
  turn.emit({ type: 'trash', site: siteOf(path) })
}

async function whatWas(turn: Turn, id: string): Promise<FileRow[]> {
  const rows = await turn.all(
    `update entries set here = true, trash_id = null, touched_at = $3 where workspace_id = $1 and trash_id = $2 returning ${FILE}`,
    [turn.workspace, id, turn.now()]
  )
  return rows.filter((row) => textIn(row, 'kind') === 'file').map(fileOf)
}

/** The id of replaced media stayed with its path: the old bytes are a file of their own. */
async function asNewFile(turn: Turn, id: string, path: ContentPath): Promise<FileRow> {
  const was = await replacedBy(turn, id)
  const file: FileRow = {
    ...was,
    id: newGuid(),
    path,
    session: undefined,
    since: undefined,
    lastVersionAt: 0
  }
  await putFile(turn, file)
  return file
}
