import { join, resolve } from 'node:path'
import { memoryRecords } from '../callers/sessions/memory-records'
import {
  commandStarts,
  commandStateFolder,
  commandTrust,
  openWorkspace,
  trustByCommand,
  trustOf,
  type JudgedWorkspace,
  type WorkspaceTrust
} from '../trust'
import { GalleyError, sentence } from '../../common/errors'
import type { Command } from './command'
import { parseOptions, required } from './command'
import { jsonLog } from './json-log'
import { outsideHelp, outsideIn, outsideOptions } from './serve-options'
import { parsePort, parseProvider, serveStore, type ServeParts } from './serving'

const help = `usage: galley serve --data <folder> [--port <number>] [--host <address>] [--trust] [--go-on]
                    [--issuer <url> --audience <text> [--groups-claim <name>]
                     [--client-id <text> [--scope <text>]]]
                    [--import-from <hosts>]
                    [--origin <url>] [--trusted-proxies <addresses>] [--limits <limits>]
                    [--metrics <address>] [--log json]

Serves a workspace over HTTP. Prints “galley listening on <origin>” when ready, and on the error
stream a link that opens the interface in a browser, once, within 15 minutes; “galley link” makes
another. SIGTERM or Ctrl+C ends it once the requests under way are answered; a second one at once.

  --data <folder>    the workspace; made when it is not there
  --port <number>    0, the default, picks a free one
  --host <address>   where to listen; default 127.0.0.1, this machine only
  --trust            the workspace is yours: its syncs, imports and sign-ins are on in this run. One
                     that was made elsewhere is served to this machine without them, and to others
                     not at all (galley trust)
  --go-on            syncs and imports go on by themselves in this run, also after two starts that
                     were cut off within 20 seconds; else a third one leaves them out
  --issuer <url>     believe JWTs of this OpenID provider, for this run; https, or this machine
  --audience <text>  what such a JWT must be made for
  --groups-claim <name>  claim with the groups; default “groups”
  --client-id <text> what people’s own Galleys are registered as there, so that they can sign in to sync
  --scope <text>     scopes that they ask for beside the usual ones
  --import-from <hosts>  of this machine and its network, with commas between: who has a token may
                     import from them; everything else there is the owner’s alone
${outsideHelp}
  --help             shows this

GALLEY_LINK_FILE names a file, for its account alone, in which the link is written instead of the error
stream.`

/** `galley serve` (L2). */
export function serveCommand(parts: ServeParts): Command {
  return {
    name: 'serve',
    summary: 'serves a workspace over HTTP',
    help,
    async run(args, terminal) {
      const isTrustedNow = args.includes('--trust')
      const goesOn = args.includes('--go-on')
      const options = args.filter((arg) => arg !== '--trust' && arg !== '--go-on')
      const { values } = parseOptions(options, {
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        issuer: { type: 'string' },
        audience: { type: 'string' },
        'groups-claim': { type: 'string' },
        'client-id': { type: 'string' },
        scope: { type: 'string' },
        'import-from': { type: 'string' },
        ...outsideOptions
      })
      const data = resolve(required(values.data, '--data'))
      const port = parsePort(values.port ?? '0')
      const host = values.host === undefined ? undefined : required(values.host, '--host')
      const provider = parseProvider(values)
      const choices = outsideIn(values, host)
      const log = choices.isLogged ? jsonLog(terminal) : null
      const { notify } = log?.terminal ?? terminal
      const starts = commandStarts(data, (error) =>
        notify(`that it starts could not be noted: ${String(error)}`)
      )
      const cutOff = await starts.begin(data)
      // what says why it cannot begin was not cut off
      const judged = await openWorkspace(data, { trust: commandTrust(notify), notify }).catch(
        async (error: unknown) => {
          await starts.over()
          throw error
        }
      )
      const { store } = judged
      try {
        const isHeld = cutOff >= MOST_CUT_OFF && !goesOn
        const trust = trustFor(judged, { isTrustedNow, isHeld, isOpen: choices.isOpen, notify })
        // sessions and links that came with a folder from elsewhere do not count, and those of this run go
        // with it
        const sessionRecords = trust.sessions ? store.records : memoryRecords()
        await serveStore(parts, terminal, {
          store,
          trust,
          sessionRecords,
          host,
          port,
          choices,
          log,
          importFrom: values['import-from'],
          provider,
          more: { searchSeals: join(commandStateFolder(), 'search') },
          linkHowTo: '“galley link --data <folder>”',
          onShown: () => starts.shown()
        })
      } finally {
        await store.close()
        await starts.over()
      }
    }
  }
}

/** After so many starts in a row that were cut off, the next one leaves out what goes on by itself (T4). */
const MOST_CUT_OFF = 2

/**
 * On this machine a workspace from elsewhere is served with its tokens, and asks nobody for anything (T1).
 * @throws GalleyError untrusted when others were to reach it
 */
function trustFor(
  { identity, isTrusted }: JudgedWorkspace,
  {
    isTrustedNow,
    isHeld,
    isOpen,
    notify
  }: {
    readonly isTrustedNow: boolean
    readonly isHeld: boolean
    readonly isOpen: boolean
    readonly notify: (line: string) => void
  }
): WorkspaceTrust {
  const howTo = trustByCommand(identity.path)
  if ((isTrusted || isTrustedNow) && isHeld) {
    notify(`the last ${MOST_CUT_OFF} starts of this workspace were cut off within 20 seconds: ${heldHowTo}`)
    return trustOf('held', { howTo: heldHowTo })
  }
  if (isTrusted || isTrustedNow) return trustOf('trusted', { howTo })
  if (isOpen)
    throw new GalleyError(
      'untrusted',
      sentence`this workspace was made elsewhere and is not trusted on this computer: it is not served to others. ${{ howTo }}; or say --trust`,
      { where: identity.path }
    )
  notify(
    `this workspace was made elsewhere and is not trusted on this computer: its syncs, imports, sign-ins and identity provider are off. ${howTo}`
  )
  return trustOf('restricted', { howTo, keepsTokens: true })
}

const heldHowTo =
  'syncs and imports do not go on by themselves in this run; stop it, and start it with --go-on, to let them'
