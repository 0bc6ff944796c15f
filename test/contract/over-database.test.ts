import { describe } from 'vitest'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { overDatabase } from './over-database'
import { contractSuite } from './suite'

const url = useTeamDatabase()

describe.skipIf(noDatabase)('over a workspace in PostgreSQL', () => contractSuite(() => overDatabase(url())))
