import { sizeOf } from '../../common/content/size'
import { GalleyError, sentence } from '../../common/errors'
import { openTeamDatabase } from '../store'
import { readSettings } from '../team'
import { UsageError, type Command } from './command'
import { requireNamed } from './team-place'
import { jsonText } from './visibly'

const help = `usage: galley team doctor [--json]

Reads everything of the workspace that GALLEY_TEAM_WORKSPACE names in the database, and what of it lies in the object
storage: holds each content against its hash, and each row against what a Galley writes. Says what is damaged or missing, and how much nothing needs any more (which
goes by itself, a day later). Changes nothing; nodes may go on serving.

  --json   prints the findings as JSON
  --help   shows this

Ends with 0 when all is well, else with 1. What is damaged, a backup from before may have: of the
database, or of the bucket.`

/** `galley team doctor` (TM9). */
export const teamDoctor: Command = {
  name: 'team doctor',
  summary: 'reads everything in the database and says what is damaged',
  help,
  async run(args, terminal) {
    const extra = args.find((arg) => arg !== '--json')
    if (extra !== undefined) throw new UsageError(`unexpected “${extra}”`)
    const settings = readSettings(process.env)
    const database = await openTeamDatabase(requireNamed(settings), 2, settings.objects)
    try {
      const diagnosis = await database.examine(settings.workspace)
      const { findings, files, versions, contents, bytes, unnamed, objects, outdated } = diagnosis
      if (args.length > 0) terminal.out(jsonText(diagnosis))
      else {
        for (const { where, message } of findings) terminal.out(`damaged: ${where}\n  ${message}`)
        for (const path of outdated)
          terminal.out(
            `out of date: ${path}\n  Searching and links may miss it. It is read again by itself within six hours.`
          )
        if (unnamed.contents > 0)
          terminal.out(
            `${unnamed.contents} contents (${sizeOf(unnamed.bytes)}) are needed by nothing any more`
          )
        if (objects.sending > 0)
          terminal.out(`objects that are being sent, or were not sent to their end: ${objects.sending}`)
        if (objects.doomed > 0)
          terminal.out(`objects that go by themselves, because nothing names them: ${objects.doomed}`)
        const came = findings.length === 0 ? 'all is well' : `${findings.length} things found`
        terminal.out(
          `examined ${files} files, ${versions} versions and ${contents} contents (${sizeOf(bytes)}): ${came}`
        )
      }
      if (findings.length > 0)
        throw new GalleyError(
          'damaged',
          sentence`${{ things: findings.length }} things are damaged or missing in this workspace; the rest is intact`
        )
    } finally {
      await database.close()
    }
  }
}
