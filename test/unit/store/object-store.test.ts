import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { startObjectServer, type ObjectServer } from '../../support/object-server'
import { objectsAt } from '../../support/object-store'
import { noDatabase, PATIENT_MS, useTeamDatabase } from '../../support/team-database'
import { storeContract } from './contract'
import type { Run } from './contract-kit'

const url = useTeamDatabase()
let server: ObjectServer | undefined

describe.skipIf(noDatabase)('TM1 TM11', () => {
  beforeAll(async () => {
    server = await startObjectServer()
  })
  afterAll(() => server?.close())

  const run: Run = async (work) => {
    const clock = { now: 1_800_000_000_000 }
    const database = openDatabase(url(), { most: 6, wait: PATIENT_MS })
    const objects = objectsAt(server?.endpoint ?? '', 16)
    const store = await openPostgres({ database, workspace: randomUUID(), objects, now: () => clock.now })
    try {
      return await work(store, clock)
    } finally {
      await store.close()
      objects.storage.close()
      await database.close()
    }
  }
  storeContract('PostgreSQL with objects', run, { isWhole: false })
})
