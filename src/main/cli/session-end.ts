import { GalleyError, sentence } from '../../common/errors'
import { openSessionBook } from '../callers/sessions/session-book'
import type { Command } from './command'
import { parseOptions, required, UsageError } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley session end --data <folder> <id>
       galley session end --data <folder> --all

Ends a session, from its next request on, also while Galley runs. The id is the first column of
“galley session list”.

  --data <folder>   the workspace
  --all             every session
  --help            shows this`

/** `galley session end` (A5). */
export const sessionEnd: Command = {
  name: 'session end',
  summary: 'ends a session, or all of them',
  help,
  async run(args, terminal) {
    const all = args.includes('--all')
    const rest = args.filter((arg) => arg !== '--all')
    const { values, words } = parseOptions(rest, { data: { type: 'string' } }, 1)
    const data = required(values.data, '--data')
    const [id] = words
    if ((id === undefined) === !all) throw new UsageError('say which session by its id, or --all')
    const book = openSessionBook(await recordsOf(data))
    if (id === undefined) {
      const count = await book.endAll()
      terminal.notify(`ended ${count} ${count === 1 ? 'session' : 'sessions'}`)
    } else {
      if (!(await book.end(id)))
        throw new GalleyError(
          'not-found',
          sentence`There is no session ${{ id }}. See “galley session list”.`
        )
      terminal.notify(`ended ${id}`)
    }
  }
}
