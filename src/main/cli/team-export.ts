import { resolve } from 'node:path'
import { folderOfArchive } from '../backup'
import { openTeamDatabase } from '../store'
import { readSettings } from '../team'
import { parseOptions, required, type Command } from './command'
import { untilInterrupted } from './interrupted'
import { requireNamed } from './team-place'
import { progressLines } from './team-progress'
import { jsonLine } from './visibly'

const help = `usage: galley team export --data <new folder> [--json]

Makes a folder's workspace of the one that GALLEY_TEAM_WORKSPACE names in the database, as it is at the moment at which
this begins; nodes may go on serving it. Writes it beside its place, reads it again, holds it against the database and
has it examined as “galley doctor” does, and only then gives it its name: broken off, there is no workspace there.

  --data <folder>   the new workspace: a folder that is not there yet, or is empty
  --json            says how far it is, and what came of it, as lines of JSON
  --help            shows this

Not taken along are browser sessions, sign-in links, and secrets that lie on a machine. The workspace keeps its id; if
nodes go on serving the other one, let only one of the two sync by itself. Before it syncs, imports or lets anybody sign
in, trust it: galley trust --data <folder>.`

/** `galley team export` (TM8). */
export const teamExport: Command = {
  name: 'team export',
  summary: 'makes a folder’s workspace of the one in the database',
  help,
  async run(args, terminal) {
    const isJson = args.includes('--json')
    const { values } = parseOptions(
      args.filter((arg) => arg !== '--json'),
      { data: { type: 'string' } }
    )
    const folder = resolve(required(values.data, '--data'))
    const settings = readSettings(process.env)
    const database = await openTeamDatabase(requireNamed(settings), 2, settings.objects)
    try {
      const told = progressLines(terminal, isJson)
      const place = await untilInterrupted((signal) =>
        database.archived(settings.workspace, (archive) =>
          folderOfArchive(archive, folder, {
            signal,
            onProgress: (done) => told({ phase: 'writing', done, total: 0 })
          })
        )
      )
      terminal.notify('browser sessions and sign-in links stayed behind: people sign in again (galley link)')
      terminal.notify(
        'its syncs, imports and sign-ins are off until you trust it: galley trust --data <folder>'
      )
      terminal.out(
        isJson ? jsonLine({ exported: true, workspace: settings.workspace, folder: place }) : place
      )
    } finally {
      await database.close()
    }
  }
}
