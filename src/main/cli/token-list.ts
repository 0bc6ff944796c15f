import { tokensIn } from '../callers/tokens/token-files'
import type { TokenRecord } from '../callers/tokens/token-record'
import { stateOfToken } from '../callers/tokens/token-record'
import type { Command } from './command'
import { parseOptions, required } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley token list --data <folder>

Prints one line a token: id, kind, state, e-mail, groups, site, made, expires; tabs between, “-” for nothing.

  --data <folder>   the workspace
  --help            shows this`

/** `galley token list` (L3): never the token itself, which nobody knows any more. */
export const tokenList: Command = {
  name: 'token list',
  summary: 'lists the tokens of a workspace',
  help,
  async run(args, terminal) {
    const { values } = parseOptions(args, { data: { type: 'string' } })
    const data = required(values.data, '--data')
    const { tokens, damaged } = await tokensIn(await recordsOf(data)).list()
    for (const token of tokens) terminal.out(lineOf(token, Date.now()))
    for (const name of damaged) terminal.notify(`cannot be read and opens nothing: .galley/tokens/${name}`)
  }
}

function lineOf(token: TokenRecord, now: number): string {
  const { id, kind, email, groups, site, createdAt, expiresAt } = token
  const fields = [
    id,
    kind,
    stateOfToken(token, now),
    email,
    groups.join(','),
    site,
    day(createdAt),
    expiresAt && day(expiresAt)
  ]
  return fields.map((field) => field || '-').join('\t')
}

const day = (time: number) => new Date(time).toISOString()
