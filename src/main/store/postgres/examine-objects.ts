import { GalleyError } from '../../../common/errors'
import { wholeObject, type Objects } from './contents'
import type { Row, Sql } from './database'
import { namesOf, type TeamFinding } from './findings'
import { bytesIn, hashBytes, hashIn, numberIn, textIn } from './values'

type Reading = Sql & { readonly workspace: string }

const GROUP = 500
const AT_ONCE = 4

/** Each object is there, and is what its content's name says. @throws busy */
export async function objectsOf(
  sql: Reading & { readonly objects: Objects },
  findings: TeamFinding[],
  pause: () => Promise<void> = () => Promise.resolve()
): Promise<void> {
  for (let after: Uint8Array = Buffer.alloc(0); ;) {
    await pause()
    const rows: readonly Row[] = await sql.all(
      `select hash, size, object_key from blobs where workspace_id = $1 and object_key is not null and hash > $2
       order by hash limit ${GROUP}`,
      [sql.workspace, after]
    )
    const last = rows[rows.length - 1]
    if (!last) return
    after = Buffer.from(bytesIn(last, 'hash'))
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await pause()
      for (const found of await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => lookAt(sql, row))))
        if (found)
          findings.push({ where: await namesOf(sql, found.hash), message: found.message, lost: true })
    }
  }
}

async function lookAt(
  { workspace, objects, one }: Reading & { readonly objects: Objects },
  row: Row
): Promise<{ readonly hash: string; readonly message: string } | null> {
  const [hash, size, object] = [hashIn(row, 'hash'), numberIn(row, 'size'), textIn(row, 'object_key')]
  try {
    for await (const _ of wholeObject(objects.storage, object, size, hash));
    return null
  } catch (error) {
    if (!(error instanceof GalleyError) || error.reason !== 'damaged') throw error
  }
  // what nothing names any more may have gone while this was under way
  const still = await one('select 1 from blobs where workspace_id = $1 and hash = $2', [
    workspace,
    hashBytes(hash)
  ])
  if (!still) return null
  const there = await objects.storage.size(object)
  return {
    hash,
    message:
      there === null
        ? 'The object of this content is missing in the object storage. It cannot be opened; a copy of the bucket from before may have it.'
        : 'The object of this content is damaged: the object storage does not hold what was stored. It cannot be opened; a copy of the bucket from before may have it.'
  }
}

/** Objects that no content names. */
export async function unnamedObjects({
  one,
  workspace
}: Reading): Promise<{ readonly sending: number; readonly doomed: number }> {
  const row = await one(
    `select (select count(*) from uploads where workspace_id = $1) sending,
       (select count(*) from doomed_objects where workspace_id = $1) doomed`,
    [workspace]
  )
  return row
    ? { sending: numberIn(row, 'sending'), doomed: numberIn(row, 'doomed') }
    : { sending: 0, doomed: 0 }
}
