import { describe } from 'vitest'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { overNodes } from './over-nodes'
import { contractSuite } from './suite'

const url = useTeamDatabase()

describe.skipIf(noDatabase)(
  'over three nodes of a workspace in PostgreSQL, each request to another one',
  () => contractSuite(() => overNodes(url()))
)
