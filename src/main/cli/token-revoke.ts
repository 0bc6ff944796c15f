import { GalleyError, sentence } from '../../common/errors'
import { tokensIn } from '../callers/tokens/token-files'
import type { Command } from './command'
import { parseOptions, UsageError, required } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley token revoke --data <folder> <id>

Revokes a token at once, also while Galley runs. The id is the first column of “galley token list”.

  --data <folder>   the workspace
  --help            shows this`

/** `galley token revoke` (L3). Revoking twice is no failure. */
export const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'revokes a token',
  help,
  async run(args, terminal) {
    const { values, words } = parseOptions(args, { data: { type: 'string' } }, 1)
    const data = required(values.data, '--data')
    const [id] = words
    if (id === undefined) throw new UsageError('say which token: its id is in “galley token list”')
    if (id.startsWith('galley_'))
      throw new UsageError('give the token’s id, not the token: it is in “galley token list”')
    const tokens = tokensIn(await recordsOf(data))
    if (!(await tokens.revoke(id, Date.now()))) {
      throw new GalleyError('not-found', sentence`There is no token ${{ id }}. See “galley token list”.`)
    }
    terminal.notify(`revoked ${id}`)
  }
}
