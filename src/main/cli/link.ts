import { GalleyError } from '../../common/errors'
import { openServedAt, parseOutside } from '../server'
import { linkPathOf, openLinks } from '../callers/sessions/links'
import type { SignedIn } from '../callers/sessions/session-record'
import { signedInAs } from '../callers/sessions/sign-in-request'
import type { Command } from './command'
import { asUsage, lineFor, parseOptions, required, UsageError } from './command'
import { recordsOf } from './workspace'

const help = `usage: galley link --data <folder> [--email <address> [--name <text>] [--groups <a,b>]]

Prints a link that signs one browser in, once, within 15 minutes, at the “galley serve” that has this
workspace open. With --email it is for that person, who may do what the permissions say; without, it is for
the owner.

  --data <folder>     the workspace
  --email <address>   whom it signs in
  --name <text>       how that person is called
  --groups <a,b>      groups that the person belongs to
  --origin <url>      where the browser finds the service, when that is not where it listens: as “galley
                      serve” was told
  --help              shows this`

const options = {
  data: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  groups: { type: 'string' },
  origin: { type: 'string' }
} as const

/** `galley link` (A5). */
export const linkCommand: Command = {
  name: 'link',
  summary: 'makes a link that signs a browser in',
  help,
  async run(args, terminal) {
    const { values } = parseOptions(args, options)
    const data = required(values.data, '--data')
    const who = whoIn(values)
    const open = await recordsOf(data)
    const origin = values.origin === undefined ? await openServedAt(open).origin() : originIn(values.origin)
    if (origin === null)
      throw new GalleyError(
        'not-found',
        'Nothing serves this workspace. Start “galley serve” first, or say where with --origin.'
      )
    const { code } = await openLinks(open).make(who)
    terminal.out(origin + linkPathOf(code))
  }
}

function whoIn(values: { readonly [name in keyof typeof options]?: string }): SignedIn {
  const { email, name, groups } = values
  if (email === undefined) {
    if (name !== undefined || groups !== undefined) throw new UsageError('--email is missing')
    return { owner: true }
  }
  return asUsage(() => signedInAs({ email, name, groups: (groups ?? '').split(',') }))
}

function originIn(text: string): string {
  try {
    return parseOutside(text).base
  } catch (error) {
    throw new UsageError(lineFor(error))
  }
}
