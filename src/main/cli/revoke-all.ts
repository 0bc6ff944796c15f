import { openLinks } from '../callers/sessions/links'
import { revokeAll } from '../callers/sessions/revoke-all'
import { openSessionBook } from '../callers/sessions/session-book'
import { tokensIn } from '../callers/tokens/token-files'
import type { Command } from './command'
import { parseOptions, required } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley revoke-all --data <folder>

Revokes every token, ends every session of a browser, and takes back every link that was not used; at once,
also while Galley runs. For the day on which one of them may be in the wrong hands. Tokens of an identity
provider (JWTs) are not Galley’s: end those there.

  --data <folder>   the workspace
  --help            shows this`

/** `galley revoke-all` (A5). */
export const revokeAllCommand: Command = {
  name: 'revoke-all',
  summary: 'revokes all tokens and ends all sessions at once',
  help,
  async run(args, terminal) {
    const { values } = parseOptions(args, { data: { type: 'string' } })
    const data = required(values.data, '--data')
    const open = await recordsOf(data)
    const ways = {
      tokens: tokensIn(open),
      sessions: openSessionBook(open),
      links: openLinks(open)
    }
    const { tokens, sessions, links } = await revokeAll(ways, Date.now())
    terminal.notify(`revoked: tokens ${tokens}, sessions ${sessions}, links ${links}`)
  }
}
