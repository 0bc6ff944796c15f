import { resolve } from 'node:path'
import { restoreBackup } from '../backup'
import type { Command } from './command'
import { parseOptions, required } from './command'

const help = `usage: galley restore --backup <file> --to <folder>

Makes a workspace of a backup. Checks all of the backup first, writes the workspace beside its place, has it examined
as “galley doctor” does, and only then gives it its name. A backup is restored over nothing.

  --backup <file>   the zip that “galley backup” or the app wrote
  --to <folder>     the new workspace: a folder that is not there yet, or is empty
  --help            shows this

The restored workspace keeps the id of the one that was backed up, and is asked about as one from elsewhere: its syncs,
imports and sign-ins are off until you trust it (galley trust). If the other one is still in use, let only one of the two
sync by itself. Tokens and sessions are not in a backup: make new ones.`

/** `galley restore` (BK4, BK5). */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'makes a workspace of a backup',
  help,
  async run(args, { out, notify }) {
    const { values } = parseOptions(args, { backup: { type: 'string' }, to: { type: 'string' } })
    const file = resolve(required(values.backup, '--backup'))
    const { location, about, findings } = await restoreBackup(file, resolve(required(values.to, '--to')))
    for (const { where, message } of findings) notify(`${where}: ${message}`)
    notify(`restored as of ${new Date(about.takenAt).toISOString()}: ${about.files} files`)
    notify('its syncs, imports and sign-ins are off until you trust it: galley trust --data <folder>')
    out(location)
  }
}
