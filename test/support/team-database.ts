import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../src/main/store/postgres/database'
import { migrate } from '../../src/main/store/postgres/migrate'
import { startTryServer } from '../../src/main/team/try-server'

/** Where nobody watches it has to be there: the set-up of the tests installs it. Elsewhere its tests are left out, by name. */
export const noDatabase =
  !process.env['CI'] &&
  !existsSync('/usr/lib/postgresql') &&
  spawnSync('pg_config', ['--bindir']).status !== 0

/**
 * Where a test looks at what is answered and not at how soon, who asks waits for a connection for as long as a loaded machine needs;
 * in milliseconds.
 */
export const PATIENT_MS = 60_000

/** A PostgreSQL with Galley's tables for the tests of a file, on a disk that need not last. @returns its address */
export function useTeamDatabase(): () => string {
  let server: Awaited<ReturnType<typeof startTryServer>> | undefined
  beforeAll(async () => {
    if (noDatabase) return
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
