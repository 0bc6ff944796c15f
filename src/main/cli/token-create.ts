import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { contentPath, segmentsOf } from '../../common/content/paths'
import { tokenFiles } from '../service/tokens/token-files'
import type { TokenRecord } from '../service/tokens/token-record'
import type { TokenKind } from '../service/tokens/token-text'
import { hashOfToken, newTokenText, tokenKinds } from '../service/tokens/token-text'
import type { Command } from './command'
import { parseOptions, required, UsageError } from './command'
import { parseDuration } from './duration'
import { ensureWorkspace } from './workspace'

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
    const data = resolve(required(values.data, '--data'))
    const kind = parseKind(values.kind ?? 'access')
    const text = newTokenText(kind)
    const createdAt = Date.now()
    const record: TokenRecord = {
      id: randomBytes(6).toString('hex'),
      kind,
      hash: hashOfToken(text),
      email: parseEmail(required(values.email, '--email')),
      groups: parseGroups(values.groups ?? ''),
      ...parseSite(values.site, kind),
      createdAt,
      ...(values.expires === undefined
        ? {}
        : { expiresAt: createdAt + parseDuration(values.expires, '--expires') })
    }
    await ensureWorkspace(data)
    await tokenFiles(data).put(record)
    terminal.out(text)
  }
}

function parseKind(text: string): TokenKind {
  const kind = tokenKinds.find((known) => known === text)
  if (!kind) throw new UsageError(`--kind is one of ${tokenKinds.join(', ')}`)
  return kind
}

function parseEmail(text: string): string {
  if (/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(text) && text.length <= 254) return text
  throw new UsageError('--email is no e-mail address')
}

function parseGroups(text: string): string[] {
  const groups = text.split(',').map((group) => group.trim())
  return [...new Set(groups.filter((group) => group !== ''))]
}

function parseSite(text: string | undefined, kind: TokenKind): { site?: string } {
  if (text === undefined) {
    if (kind === 'site') throw new UsageError('a site token needs --site <org/site>')
    return {}
  }
  if (kind === 'access') throw new UsageError('--site is for the kinds site and admin')
  const segments = segmentsOf(contentPath(text))
  if (segments.length !== 2) throw new UsageError('--site is written <org/site>')
  return { site: segments.join('/') }
}
