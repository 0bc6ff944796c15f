import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../src/main/store/postgres/database'
import { migrate } from '../../src/main/store/postgres/migrate'
import { startTryServer } from '../../src/main/team/try-server'

/** A PostgreSQL with Galley's tables for the tests of a file, on a disk that need not last. @returns its address */
export function useTeamDatabase(): () => string {
  let server: Awaited<ReturnType<typeof startTryServer>> | undefined
  beforeAll(async () => {
    server = await startTryServer({ isSafe: false })
    const database = openDatabase(server.url)
    await migrate(database)
    await database.close()
  })
  afterAll(() => server?.stop())
  return () => {
    if (!server) throw new Error('the database has not begun')
    return server.url
  }
}
