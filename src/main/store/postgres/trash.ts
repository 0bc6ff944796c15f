import type { TrashItem } from '../../../common/api/types'
import { ROOT, siteOf, type ContentPath } from '../../../common/content/paths'
import { RESTORE_POINT } from '../../../common/content/version-labels'
import { GalleyError } from '../../../common/errors'
import type { Person } from '../../../common/person'
import { isGuid, newGuid, type Guid } from '../layout/names'
import type { RemoveOptions } from '../seam/content'
import { heldBelow } from './below'
import type { Row, Sql } from './database'
import { emitFile, heldFile, type FileRow } from './files'
import { entryOf, isVersioned } from '../logs/entries'
import { holdPlaces, keyOf, kindAt, within, type Kind } from './places'
import { inTurn, type Turn, type Workspace } from './turn'
import { guidIn, json, numberIn, pathIn, personIn, textIn } from './values'

/** S5: a file or folder, with what goes along, as one item. */
export function removePath(
  workspace: Workspace,
  path: ContentPath,
  { by, condition, along = [], onProgress, signal }: RemoveOptions
): Promise<TrashItem> {
  if (path === ROOT)
    return Promise.reject(new GalleyError('bad-request', 'The workspace itself cannot be deleted here.'))
  return inTurn(workspace, async (turn) => {
    await holdPlaces(turn, [path, ...along])
    const kind = await kindAt(turn, path)
    const file = kind === 'file' ? await heldFile(turn, path) : null
    condition?.(file && entryOf(file))
    if (kind === 'none')
      throw new GalleyError('not-found', 'There is nothing to delete here.', { where: path })
    const places = [{ path, kind: kind === 'file' ? ('file' as const) : ('folder' as const) }]
    for (const place of along) {
      const other = await kindAt(turn, place)
      if (other !== 'none') places.push({ path: place, kind: other })
    }
    const { item, files } = await intoTrash(turn, places, by, signal)
    onProgress?.(0, files)
    await turn.requireGoing(signal, 'Cancelled. Nothing was deleted.')
    onProgress?.(files, files)
    return item
  })
}

interface Thing {
  readonly path: ContentPath
  readonly kind: Exclude<Kind, 'none'>
}

/** Several things as one item, for which the first stands. The caller holds their places. */
export async function intoTrash(
  turn: Turn,
  things: readonly Thing[],
  by: Person,
  signal?: AbortSignal
): Promise<{ readonly item: TrashItem; readonly files: number }> {
  const [first] = things
  if (!first) throw new GalleyError('internal', 'Nothing was named to be deleted.')
  const at = turn.now()
  const id = newGuid()
  const tell: (() => void)[] = []
  let files = 0
  for (const thing of things) {
    const own = thing === first ? id : newGuid()
    const below = await heldBelow(turn, thing.path)
    const kept = below.files.filter(({ path, size }) => isVersioned(path) && size > 0)
    if (signal?.aborted && kept.length > 0)
      throw new GalleyError('cancelled', 'Cancelled. Nothing was deleted.')
    await keepRestorePoints(turn, kept, at)
    files += below.files.length
    await turn.change(
      `insert into trash_items (workspace_id, id, site_key, path, kind, cause, files, deleted_at, deleted_by, with_id)
       values ($1, $2, $3, $4, $5, 'deleted', $6, $7, $8, $9)`,
      [
        turn.workspace,
        own,
        keyOf(siteOf(thing.path)),
        thing.path,
        thing.kind,
        below.files.length,
        at,
        json(by),
        own === id ? null : id
      ]
    )
    await turn.change(
      `update entries set here = false, trash_id = $3, touched_at = $4
       where workspace_id = $1 and here and ${within('key', 2)}`,
      [turn.workspace, keyOf(thing.path), own, at]
    )
    tell.push(() => {
      const [file] = below.files
      if (thing.kind === 'file' && file) emitFile(turn, 'deleted', file, by)
      else turn.emit({ type: 'folder', change: 'deleted', path: thing.path, by })
      turn.emit({ type: 'trash', site: siteOf(thing.path) })
    })
  }
  for (const one of tell) one()
  const { path, kind } = first
  return { files, item: { id, path, kind, files, deletedAt: at, deletedBy: by, cause: 'deleted' } }
}

/** Of each file what it contains, before it goes. */
async function keepRestorePoints(turn: Turn, files: readonly FileRow[], at: number): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  await turn.change(
    `insert into versions (workspace_id, file_id, id, at, users, path, label, hash, size, written_at, written_by)
     select workspace_id, id, gen_random_uuid(), greatest(round($3), last_version_at + 1), '[' || by_whom || ']', path,
       $4, hash, size, at, by_whom
     from entries where workspace_id = $1 and id = any($2)`,
    [turn.workspace, ids, at, json(RESTORE_POINT)]
  )
  await turn.change(
    `update entries set last_version_at = greatest(round($3), last_version_at + 1) where workspace_id = $1 and id = any($2)`,
    [turn.workspace, ids, at]
  )
}

const ITEM = 'id, path, kind, cause, files, deleted_at, deleted_by, with_id'

interface Item {
  readonly id: Guid
  readonly path: ContentPath
  readonly kind: 'file' | 'folder'
  readonly cause: 'deleted' | 'replaced'
  readonly files: number
  readonly deletedAt: number
  readonly deletedBy: Person
}

const itemOf = (row: Row): Item => ({
  id: guidIn(row, 'id'),
  path: pathIn(row, 'path'),
  kind: textIn(row, 'kind') === 'file' ? 'file' : 'folder',
  cause: textIn(row, 'cause') === 'deleted' ? 'deleted' : 'replaced',
  files: numberIn(row, 'files'),
  deletedAt: numberIn(row, 'deleted_at'),
  deletedBy: personIn(row, 'deleted_by')
})

/** Newest first. */
export async function listTrash(
  { all, workspace }: Sql & Pick<Turn, 'workspace'>,
  site: ContentPath,
  id?: string
): Promise<TrashItem[]> {
  if (id !== undefined && !isGuid(id)) return []
  const rows = await all(
    `select id, path, kind, cause, deleted_at, deleted_by, with_id,
       files + (select coalesce(sum(o.files), 0) from trash_items o where o.workspace_id = $1 and o.with_id = i.id)::int files
     from trash_items i
     where workspace_id = $1 and ${within('site_key', 2)} and ($3::uuid is null or id = $3)
       and not exists (select from trash_items w where w.workspace_id = $1 and w.id = i.with_id)
     order by deleted_at desc, n desc`,
    [workspace, keyOf(site), id ?? null]
  )
  return rows.map(itemOf)
}

/** The item and what was deleted with it, held; itself first. @throws not-found */
export async function heldItems(
  turn: Turn,
  site: ContentPath,
  id: string
): Promise<readonly [Item, ...Item[]]> {
  const rows = isGuid(id)
    ? await turn.all(
        `select ${ITEM} from trash_items where workspace_id = $1 and (id = $2 or with_id = $2) and ${within('site_key', 3)}
         order by (id = $2) desc, n for update`,
        [turn.workspace, id, keyOf(site)]
      )
    : []
  const [first, ...others] = rows.map(itemOf)
  if (first?.id !== id) throw new GalleyError('not-found', 'This is no longer in the trash.', { where: site })
  return [first, ...others]
}

export function purgeItem(workspace: Workspace, site: ContentPath, id: string): Promise<void> {
  return inTurn(workspace, async (turn) => {
    const items = await heldItems(turn, site, id)
    const ids = items.map((item) => item.id)
    await turn.change(
      `delete from room_logs where workspace_id = $1 and file_id in
         (select id from entries where workspace_id = $1 and trash_id = any($2))`,
      [turn.workspace, ids]
    )
    await turn.change(
      `with gone as (delete from entries where workspace_id = $1 and trash_id = any($2) returning id)
       delete from happenings where workspace_id = $1 and file_id in (select id from gone)`,
      [turn.workspace, ids]
    )
    await turn.change('delete from trash_items where workspace_id = $1 and id = any($2)', [
      turn.workspace,
      ids
    ])
    turn.emit({ type: 'trash', site: siteOf(items[0].path) })
  })
}
