import { describe } from 'vitest'
import { useTeamDatabase } from '../support/team-database'
import { overDatabase } from './over-database'
import { contractSuite } from './suite'

const url = useTeamDatabase()

describe('over a workspace in PostgreSQL', () => contractSuite(() => overDatabase(url())))
