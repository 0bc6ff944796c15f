import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { openPostgres } from '../../../src/main/store/postgres'
import { migrate } from '../../../src/main/store/postgres/migrate'
import { startTryServer } from '../../../src/main/team/try-server'
import { storeContract } from './contract'

let server: Awaited<ReturnType<typeof startTryServer>>
let database: Database
beforeAll(async () => {
  server = await startTryServer({ isSafe: false })
  database = openDatabase(server.url)
  await migrate(database)
})
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

storeContract('PostgreSQL', async (work) => {
  const clock = { now: 1_800_000_000_000 }
  const store = await openPostgres({ database, workspace: randomUUID(), now: () => clock.now })
  try {
    return await work(store, clock)
  } finally {
    await store.close()
  }
})
