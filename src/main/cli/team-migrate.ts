import { openTeamDatabase } from '../store'
import { readSettings } from '../team'
import { UsageError, type Command } from './command'
import { requireNamed } from './team-place'

const help = `usage: galley team migrate

Makes the tables of the database that GALLEY_TEAM_DATABASE_URL names, or renews them: each step as a whole,
and no step twice. Nodes of the Galley before go on while it does.

  --help   shows this`

/** `galley team migrate` (TM5). */
export const teamMigrate: Command = {
  name: 'team migrate',
  summary: 'makes or renews the tables of the team’s database',
  help,
  async run(args, terminal) {
    const [extra] = args
    if (extra !== undefined) throw new UsageError(`unexpected “${extra}”`)
    const settings = readSettings(process.env)
    const database = await openTeamDatabase(requireNamed(settings), settings.pool)
    try {
      const { at: before } = await database.state()
      const { at } = await database.migrate()
      terminal.out(
        before === at ? `the tables are at step ${at} already` : `the tables are at step ${at} now`
      )
    } finally {
      await database.close()
    }
  }
}
