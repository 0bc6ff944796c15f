import type { Workspace } from './turn'
import { maybe, textIn } from './values'

const GROUP = 100
const AT_ONCE = 8

/** What was begun so long ago is given up: who still sends it begins anew. */
const SENDING_MS = 24 * 60 * 60_000
/** Who reads an object that nothing names any more has come to its end by then. */
const DOOMED_MS = 60 * 60_000

/**
 * Takes objects away that nothing names. Which ones these are the tables say: no list of a storage is ever needed.
 * @param isOver no more is done once it says so
 * @returns how many went
 * @throws busy
 */
export async function sweepObjects(
  { database, id, objects }: Pick<Workspace, 'database' | 'id' | 'objects'>,
  {
    sendingMs = SENDING_MS,
    doomedMs = DOOMED_MS,
    isOver = () => false
  }: { readonly sendingMs?: number; readonly doomedMs?: number; readonly isOver?: () => boolean } = {}
): Promise<number> {
  if (!objects) return 0
  await database.change(
    `with gone as (delete from uploads where workspace_id = $1 and begun_at <= now() - make_interval(secs => $2)
       returning object_key, multipart)
     insert into doomed_objects (object_key, workspace_id, multipart) select object_key, $1, multipart from gone
     on conflict (object_key) do nothing`,
    [id, sendingMs / 1000]
  )
  for (let swept = 0; ;) {
    if (isOver()) return swept
    const rows = await database.all(
      `select object_key, multipart from doomed_objects d
       where workspace_id = $1 and since <= now() - make_interval(secs => $2)
         and not exists (select from blobs b where b.object_key = d.object_key)
       order by since limit ${GROUP}`,
      [id, doomedMs / 1000]
    )
    if (rows.length === 0) return swept
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await Promise.all(
        rows
          .slice(at, at + AT_ONCE)
          .map((row) => objects.storage.remove(textIn(row, 'object_key'), maybe(row, 'multipart', textIn)))
      )
    await database.change('delete from doomed_objects where object_key = any($1)', [
      rows.map((row) => textIn(row, 'object_key'))
    ])
    swept += rows.length
  }
}
