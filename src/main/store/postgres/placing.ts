import { parentOf, type ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'
import { movedPath } from '../layout/content-index'
import { newGuid } from '../layout/names'
import type { FileRow } from './files'
import { keyOf, parentKeyOf, within } from './places'
import type { Turn } from './turn'
import { hashBytes, json } from './values'

/** Moves a file, or a folder with all that is in it, to a place that is free: ids and histories stay. */
export async function placeAt(turn: Turn, from: ContentPath, to: ContentPath, by: Person): Promise<void> {
  await turn.change(
    `with moved as (
       update entries set
         path = $3::text || substr(path, char_length($4::text) + 1),
         key = $5::text || substr(key, char_length($2::text) + 1),
         parent = case when key = $2 then $6 else $5::text || substr(parent, char_length($2::text) + 1) end,
         touched_at = $7
       where workspace_id = $1 and here and ${within('key', 2)}
       returning id, kind, path)
     insert into happenings (workspace_id, file_id, kind, at, by_whom, path)
     select $1, id, 'placed', $7, $8, path from moved where kind = 'file'`,
    [turn.workspace, keyOf(from), to, from, keyOf(to), parentKeyOf(to), turn.now(), json(by)]
  )
}

/** Copies under new ids, without history, of files and folders to a place that is free. */
export async function placeCopies(
  turn: Turn,
  from: ContentPath,
  to: ContentPath,
  files: readonly FileRow[],
  folders: readonly ContentPath[],
  by: Person
): Promise<FileRow[]> {
  const at = turn.now()
  const copies = files.map((file): FileRow => {
    const path = movedPath(file.path, from, to)
    return { ...file, id: newGuid(), path, at, by, session: undefined, since: undefined, lastVersionAt: 0 }
  })
  const made = folders.map((folder) => movedPath(folder, from, to))
  await turn.change(
    `insert into entries (workspace_id, id, kind, path, key, parent, touched_at)
     select $1, id, 'folder', path, key, parent, $6 from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) given (id, path, key, parent)`,
    [turn.workspace, made.map(() => newGuid()), made, made.map(keyOf), made.map(parentKeyOf), at]
  )
  await turn.change(
    `insert into entries (workspace_id, id, kind, path, key, parent, hash, size, at, by_whom, touched_at)
     select $1, id, 'file', path, key, parent, hash, size, $8, $9, $8
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bigint[])
       given (id, path, key, parent, hash, size)`,
    [
      turn.workspace,
      copies.map(({ id }) => id),
      copies.map(({ path }) => path),
      copies.map(({ path }) => keyOf(path)),
      copies.map(({ path }) => keyOf(parentOf(path))),
      copies.map(({ hash }) => hashBytes(hash)),
      copies.map(({ size }) => size),
      at,
      json(by)
    ]
  )
  await turn.change(
    `insert into happenings (workspace_id, file_id, kind, at, by_whom, path, hash, size)
     select $1, e.id, happened.kind, e.at, e.by_whom, case when happened.kind = 'created' then e.path end,
       case when happened.kind = 'written' then e.hash end, case when happened.kind = 'written' then e.size end
     from entries e cross join unnest(array['created', 'written']) with ordinality happened (kind, n)
     where e.workspace_id = $1 and e.id = any($2) order by e.id, happened.n`,
    [turn.workspace, copies.map(({ id }) => id)]
  )
  return copies
}
