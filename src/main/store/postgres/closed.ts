import { GalleyError, sentence } from '../../../common/errors'
import { isKindThatGoes, isSettingThatGoes } from '../archive/travels'
import type { Database, Sql } from './database'
import { LEAD } from './lead'
import { reachedObject } from './reach'
import { booleanIn, guidIn, textIn } from './values'

/** Makes the workspace, closed, or finds the one that an import of the same has left. */
export async function beginTakingIn(database: Database, name: string, id: string): Promise<void> {
  await database.transaction(async (sql) => {
    const there = await sql.one('select id, taking_in from workspaces where name = $1 for update', [name])
    const own = await sql.one('select name from workspaces where id = $1', [id])
    if (own && textIn(own, 'name') !== name)
      throw new GalleyError(
        'exists',
        sentence`The database has this very workspace already, as “${{ name: textIn(own, 'name') }}”. Nothing was taken in.`
      )
    if (there && booleanIn(there, 'taking_in') && guidIn(there, 'id') === id) return
    if (there) await requireUnused(sql, guidIn(there, 'id'), name)
    await sql.change('insert into workspaces (id, name, taking_in) values ($1, $2, true)', [id, name])
    // whoever serves the new one takes the objects of the one before away
    if (there)
      await sql.change('update doomed_objects set workspace_id = $2 where workspace_id = $1', [
        guidIn(there, 'id'),
        id
      ])
  })
}

const CONTENT = ['entries', 'trash_items', 'published', 'sync_values', 'room_logs']

/** Whether there is anything in it that would be taken along from a folder. */
async function isUsed({ all, one }: Sql, id: string): Promise<boolean> {
  for (const table of CONTENT)
    if (await one(`select 1 from ${table} where workspace_id = $1 limit 1`, [id])) return true
  const kinds = await all('select distinct kind from records where workspace_id = $1', [id])
  const settings = await all('select name from documents where workspace_id = $1', [id])
  return (
    kinds.some((row) => isKindThatGoes(textIn(row, 'kind'))) ||
    settings.some((row) => isSettingThatGoes(textIn(row, 'name')))
  )
}

/** One in which nothing is makes place; who only signed in there signs in again. */
async function requireUnused(sql: Sql, id: string, name: string): Promise<void> {
  const led = await sql.one('select 1 from leases where workspace_id = $1 and work = $2 and until >= now()', [
    id,
    LEAD
  ])
  if (led)
    throw new GalleyError(
      'in-use',
      sentence`A node serves “${{ name }}”. End all nodes first. Nothing was taken in.`
    )
  if (await isUsed(sql, id))
    throw new GalleyError(
      'exists',
      sentence`The workspace “${{ name }}” has something in it already, and a folder is taken into an empty one. Name another one in GALLEY_TEAM_WORKSPACE. Nothing was taken in.`
    )
  await removeRest(sql, id)
}

/** Takes the workspace itself away, in which no records are any more; its objects are noted as doomed. */
export async function removeRest(sql: Sql, id: string): Promise<void> {
  await sql.change(
    `insert into doomed_objects (object_key, workspace_id, multipart)
     select object_key, $1, null from blobs where workspace_id = $1 and object_key is not null
     union all select object_key, $1, multipart from uploads where workspace_id = $1
     union all select $2, $1, null`,
    [id, reachedObject(id)]
  )
  for (const table of ['uploads', 'records', 'documents', 'blobs', 'leases', 'events'])
    await sql.change(`delete from ${table} where workspace_id = $1`, [id])
  await sql.change('delete from workspaces where id = $1', [id])
}

/** @throws in-use while a folder is taken in, or where that was broken off */
export async function requireWhole(sql: Sql, name: string): Promise<void> {
  const row = await sql.one('select taking_in from workspaces where name = $1', [name])
  if (row && booleanIn(row, 'taking_in'))
    throw new GalleyError(
      'in-use',
      sentence`A folder is being taken in as “${{ name }}”, or that was broken off: run “galley team import” to its end first, or with --give-up.`
    )
}
