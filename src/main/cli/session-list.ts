import { visible } from '../system/failure-text'
import type { ListedSession } from '../callers/sessions/session-book'
import { openSessionBook } from '../callers/sessions/session-book'
import type { Command } from './command'
import { parseOptions, required } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley session list --data <folder>

Prints one line a browser that is signed in, the last used first: id, e-mail (“owner” for the owner), name,
groups, where it was opened, started, last used; tabs between, “-” for nothing.

  --data <folder>   the workspace
  --help            shows this`

/** `galley session list` (A5). */
export const sessionList: Command = {
  name: 'session list',
  summary: 'lists the browsers that are signed in',
  help,
  async run(args, terminal) {
    const { values } = parseOptions(args, { data: { type: 'string' } })
    const data = required(values.data, '--data')
    const book = openSessionBook(await recordsOf(data))
    for (const one of await book.list()) terminal.out(lineOf(one))
  }
}

function lineOf({ session: { id, who, host, startedAt }, usedAt }: ListedSession): string {
  const person = who.owner ? ['owner', '', ''] : [who.email, who.name, who.groups.join(',')]
  const fields = [id, ...person, host, time(startedAt), time(usedAt)]
  return fields.map((field) => (field ? visible(field) : '-')).join('\t')
}

const time = (at: number) => new Date(at).toISOString()
