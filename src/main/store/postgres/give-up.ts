import { GalleyError, sentence } from '../../../common/errors'
import { removeRest } from './closed'
import type { Objects } from './contents'
import type { Database } from './database'
import { clearRecords } from './put-records'
import { sweepObjects } from './sweep-objects'
import { alone } from './take-in'
import { booleanIn, guidIn } from './values'

/**
 * Takes away what a taking in that was broken off has left, objects too. A workspace that is whole is never touched.
 * @throws not-a-workspace where there is no such thing · in-use while somebody takes it in · busy when objects stay, which
 *   go once the same folder is taken in again
 */
export async function giveUp(database: Database, name: string, objects: Objects | null): Promise<void> {
  await alone(database, name, async () => {
    const id = await database.long('change', async (sql) => {
      const row = await sql.one('select id, taking_in from workspaces where name = $1 for update', [name])
      if (!row || !booleanIn(row, 'taking_in'))
        throw new GalleyError(
          'not-a-workspace',
          sentence`Nothing was broken off as “${{ name }}”. Nothing was changed.`
        )
      const workspace = guidIn(row, 'id')
      await clearRecords({ ...sql, workspace })
      await removeRest(sql, workspace)
      return workspace
    })
    await sweepObjects({ database, id, objects }, { doomedMs: 0 })
  })
}
