import { newToken } from '../callers/tokens/new-token'
import { tokensIn } from '../callers/tokens/token-files'
import type { TokenKind } from '../callers/tokens/token-text'
import { tokenKinds } from '../callers/tokens/token-text'
import { asUsage, parseOptions, required, UsageError, type Command } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley token create --data <folder> --email <address> [options]

Makes a token and prints it, once, alone on stdout. Only its SHA-256 is stored.

  --data <folder>     the workspace; made when it is not there
  --email <address>   who the token speaks for
  --groups <a,b>      groups the token belongs to
  --kind <kind>       access (default): the authoring service; site: protected delivery; admin: publishing
  --site <org/site>   needed for kind site; limits an admin token to one site
  --expires <time>    30d, 12h, 8w …; default: never
  --help              shows this`

const options = {
  data: { type: 'string' },
  email: { type: 'string' },
  groups: { type: 'string' },
  kind: { type: 'string' },
  site: { type: 'string' },
  expires: { type: 'string' }
} as const

/** `galley token create` (L3). */
export const tokenCreate: Command = {
  name: 'token create',
  summary: 'makes a token and prints it',
  help,
  async run(args, terminal) {
    const { values } = parseOptions(args, options)
    const data = required(values.data, '--data')
    const now = Date.now()
    const { text, record } = asUsage(() =>
      newToken(
        {
          kind: parseKind(values.kind ?? 'access'),
          email: required(values.email, '--email'),
          groups: (values.groups ?? '').split(','),
          site: values.site,
          expiresAt:
            values.expires === undefined ? undefined : now + parseDuration(values.expires, '--expires')
        },
        now
      )
    )
    await tokensIn(await recordsOf(data, terminal)).put(record)
    terminal.out(text)
  }
}

function parseKind(text: string): TokenKind {
  const kind = tokenKinds.find((known) => known === text)
  if (!kind) throw new UsageError(`--kind is one of ${tokenKinds.join(', ')}`)
  return kind
}

const MINUTE = 60_000
const units: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
  y: 365 * 24 * 60 * MINUTE
}

/** Milliseconds of `30d`, `12h`, `8w`, `45m` or `1y`. @throws UsageError */
function parseDuration(text: string, option: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhdwy])$/.exec(text) ?? []
  const length = Number(count) * (units[unit] ?? 0)
  // beyond 100 years a date is a mistake, or no date at all
  if (length > 0 && length <= 100 * (units.y ?? 0)) return length
  throw new UsageError(`${option} is a time like 30d, 12h or 8w`)
}
