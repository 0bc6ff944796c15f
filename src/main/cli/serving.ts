import { setTimeout as pause } from 'node:timers/promises'
import type { IdentityProviderSetting } from '../../common/api/types'
import type { ServiceOptions, WatchedService } from '../service'
import type { Pressure } from '../server'
import { safe } from '../callers/tokens/jwt'
import type { DatabaseLoad, OpenRecords, Store } from '../store/types'
import type { WorkspaceTrust } from '../trust'
import { required, UsageError, type Terminal } from './command'
import { linkFileIn, linkInFile } from './first-link'
import type { jsonLog } from './json-log'
import type { OutsideChoices } from './serve-options'

/** What a command that serves is made of: the built programs beside it. */
export interface ServeParts {
  readonly appVersion: string
  readonly sampleFolder: string
  readonly workerProgram: string
  readonly checkProgram: string
  readonly roomProgram: string
  readonly searchProgram: string
  /** Undefined when this installation has no browser interface. */
  readonly uiFolder: string | undefined
}

interface Serving {
  readonly store: Store
  readonly trust?: WorkspaceTrust
  /** Where browsers that are signed in are kept, and links. */
  readonly sessionRecords: OpenRecords
  readonly host: string | undefined
  readonly port: number
  readonly choices: OutsideChoices
  readonly log: ReturnType<typeof jsonLog> | null
  readonly importFrom: string | undefined
  readonly provider: Pick<ServiceOptions, 'identityProvider'>
  /** Of this kind of workspace alone. */
  readonly more?: Partial<ServiceOptions>
  /** How to get a link where the log is kept. */
  readonly linkHowTo: string
  /** Told when it listens, and on which port. */
  readonly onShown?: (port: number) => void
  /** How the service is made; default: it is alone with its store. */
  readonly make?: (options: ServiceOptions) => WatchedService
  readonly pressure?: Pressure
  /** Of the database that the store lies in. */
  readonly load?: () => Promise<DatabaseLoad>
  /** Other nodes of the workspace know this one's requests by it. */
  readonly peerSecret?: string
  /** How long it goes on answering when it is asked to stop, while it says that it is not ready, in milliseconds; default 0. */
  readonly grace?: number
}

/** Serves a store that is open, until it is asked to stop; the store stays open. */
export async function serveStore(parts: ServeParts, terminal: Terminal, serving: Serving): Promise<void> {
  const { store, trust, sessionRecords, choices, log, host } = serving
  const { notify } = log?.terminal ?? terminal
  const linkFile = linkFileIn(process.env)
  // not before it serves: its help and a mistake in its options need none of it
  const [{ createService }, { openServedAt, startMetrics, startServer }, { inThread }, { namedLikeService }] =
    await Promise.all([
      import('../service'),
      import('../server'),
      import('../search'),
      import('../permissions/new-organization')
    ])
  const service = (serving.make ?? createService)({
    store,
    appVersion: parts.appVersion,
    sampleFolder: parts.sampleFolder,
    workerProgram: parts.workerProgram,
    checkProgram: parts.checkProgram,
    roomProgram: parts.roomProgram,
    holdSearch: inThread(parts.searchProgram),
    notify,
    sessionRecords,
    ...(trust && { trust }),
    ...(log && { report: log.report }),
    ...(choices.outside && { origin: choices.outside.base }),
    ...serving.provider,
    ...(serving.importFrom !== undefined && {
      importHosts: serving.importFrom.split(/[\s,]+/).filter(Boolean)
    }),
    ...serving.more
  })
  const metrics =
    choices.metrics &&
    (await startMetrics(
      choices.metrics,
      {
        figures: () => service.figures(),
        readiness: () => service.readiness(),
        ...(serving.load && { load: serving.load })
      },
      parts.appVersion
    ))
  const links =
    linkFile !== null
      ? linkInFile(linkFile, notify)
      : {
          notify: (link: string) =>
            // a log of requests is kept and handed on: no link stands in it
            notify(
              log
                ? `a link that opens the interface: ${serving.linkHowTo}, or GALLEY_LINK_FILE`
                : `open in a browser (works once): ${link}`
            ),
          close: () => undefined
        }
  const server = await startServer({
    service,
    port: serving.port,
    records: sessionRecords,
    watchers: [log?.watcher, metrics?.watcher].flatMap((one) => one ?? []),
    ...(host !== undefined && { host }),
    ...(choices.outside && { outside: choices.outside }),
    ...(choices.isTrusted && { isTrusted: choices.isTrusted }),
    ...(choices.rates && { rates: choices.rates }),
    ...(serving.pressure && { pressure: serving.pressure }),
    ...(serving.peerSecret !== undefined && {
      peers: { secret: serving.peerSecret, save: (path) => service.save(path) }
    }),
    ...(parts.uiFolder === undefined ? {} : { uiFolder: parts.uiFolder, onLink: links.notify })
  }).catch(async (error: unknown) => {
    await metrics?.close()
    throw error
  })
  for (const name of await namedLikeService(store))
    notify(
      `the organization “${name}” has a name that addresses of the service begin with: it stays as it is, and none can be made any more that is called so`
    )
  if (metrics) notify(`metrics at ${metrics.origin}/metrics`)
  const servedAt = openServedAt(sessionRecords)
  await servedAt.notify({ host: host ?? '127.0.0.1', port: server.port })
  // whoever reads that it listens may end it at once
  const stopped = askedToStop()
  terminal.out(`galley listening on ${server.origin}`)
  serving.onShown?.(server.port)
  await stopped
  if (serving.grace) {
    notify(`not ready any more: ends in ${serving.grace / 1000} s`)
    server.leave()
    await pause(serving.grace)
  }
  notify('closing')
  await server.close()
  await metrics?.close()
  await links.close()
  await servedAt.forget()
}

export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < 0 || port > 65535) throw new UsageError('--port is a number from 0 to 65535')
  return port
}

/** The options for JWTs (A2), all or none. */
export function parseProvider(values: {
  readonly [name in 'issuer' | 'audience' | 'groups-claim' | 'client-id' | 'scope']?: string | undefined
}): { identityProvider?: IdentityProviderSetting } {
  const { issuer, audience, scope, 'groups-claim': groupsClaim, 'client-id': clientId } = values
  if (issuer === undefined) {
    if ([audience, groupsClaim, clientId, scope].some((value) => value !== undefined))
      throw new UsageError('--issuer is missing')
    return {}
  }
  try {
    safe(issuer)
  } catch {
    throw new UsageError('--issuer is a https address, or one on this machine')
  }
  return {
    identityProvider: {
      issuer,
      audience: required(audience, '--audience'),
      ...(groupsClaim === undefined ? {} : { groupsClaim }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(scope === undefined ? {} : { scope })
    }
  }
}

/** A second signal does not wait for requests under way. */
function askedToStop(): Promise<void> {
  return new Promise<void>((stop) => {
    let asked = false
    const onSignal = () => {
      if (asked) process.exit(130)
      asked = true
      stop()
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}
