import { randomUUID } from 'node:crypto'
import { describe } from 'vitest'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { noDatabase, PATIENT_MS, useTeamDatabase } from '../../support/team-database'
import { storeContract } from './contract'

const url = useTeamDatabase()

describe.skipIf(noDatabase)('TM1', () =>
  storeContract('PostgreSQL', async (work) => {
    const clock = { now: 1_800_000_000_000 }
    const database = openDatabase(url(), { most: 6, wait: PATIENT_MS })
    const store = await openPostgres({ database, workspace: randomUUID(), now: () => clock.now })
    try {
      return await work(store, clock)
    } finally {
      await store.close()
      await database.close()
    }
  })
)
