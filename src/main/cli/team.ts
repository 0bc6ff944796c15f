import { commandGroup } from './command-group'
import type { ServeParts } from './serving'
import { teamDoctor } from './team-doctor'
import { teamExport } from './team-export'
import { teamImport } from './team-import'
import { teamMigrate } from './team-migrate'
import { teamServeCommand } from './team-serve'

/** `galley team …`: a workspace that lies in a database, for a team that has outgrown one machine. */
export const teamCommand = (parts: ServeParts) =>
  commandGroup(
    'team',
    'serves a team’s workspace from a PostgreSQL database',
    [teamServeCommand(parts), teamMigrate, teamImport, teamExport, teamDoctor],
    'What they need, the environment\nsays: names that begin with GALLEY_TEAM_. “galley token”, “session”, “link” and “revoke-all” work\nthere too, with --data team:.'
  )
