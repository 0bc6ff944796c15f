import { GalleyError, sentence } from '../../common/errors'
import { openTeamDatabase, type TeamDatabase } from '../store'
import { readSettings, settingsHelp, startTryServer, type TeamSettings } from '../team'
import { lineFor, UsageError, type Command, type Terminal } from './command'
import { jsonLog } from './json-log'
import { outsideIn } from './serve-options'
import { parseProvider, serveStore, type ServeParts } from './serving'
import { requireNamed } from './team-place'

const help = `usage: galley team serve [--try]

Serves the team’s workspace, which lies in a PostgreSQL database and not on this machine. One node serves
it at a time: another one that is started waits, and takes over when the first ends, at the latest 35 seconds
after it died. What a node is told, its environment says:

${settingsHelp}

  --try    for a try: starts the PostgreSQL of this machine in a folder that goes when it ends, and needs
           nothing else
  --help   shows this`

/** `galley team serve` (TM3). */
export const teamServeCommand = (parts: ServeParts): Command => ({
  name: 'team serve',
  summary: 'serves the team’s workspace, or waits to take over',
  help,
  async run(args, terminal) {
    const isTry = args.includes('--try')
    const extra = args.find((arg) => arg !== '--try')
    if (extra !== undefined) throw new UsageError(`unexpected “${extra}”`)
    const settings = readSettings(process.env)
    if (!isTry) return serveFrom(requireNamed(settings), settings, parts, terminal)
    if (settings.databaseUrl !== null)
      throw new UsageError('--try brings a database of its own; leave GALLEY_TEAM_DATABASE_URL out')
    const server = await startTryServer()
    try {
      terminal.notify('a PostgreSQL of its own: what is written goes when this ends')
      const database = await openTeamDatabase(server.url, settings.pool)
      await database.migrate().finally(() => database.close())
      await serveFrom(server.url, settings, parts, terminal)
    } finally {
      await server.stop()
    }
  }
})

async function serveFrom(
  url: string,
  settings: TeamSettings,
  parts: ServeParts,
  terminal: Terminal
): Promise<void> {
  const { workspace, host, port, issuer, audience, groupsClaim, clientId, scope } = settings
  const choices = asOptions(() =>
    outsideIn(
      {
        origin: settings.origin,
        'trusted-proxies': settings.trustedProxies,
        metrics: settings.metrics,
        log: settings.log,
        limits: settings.limits
      },
      host
    )
  )
  const provider = asOptions(() =>
    parseProvider({ issuer, audience, scope, 'groups-claim': groupsClaim, 'client-id': clientId })
  )
  const log = choices.isLogged ? jsonLog(terminal) : null
  const { notify } = log?.terminal ?? terminal
  const database = await openTeamDatabase(url, settings.pool)
  try {
    await requireReady(database, settings.pool)
    const lead = await leadOf(database, workspace, notify)
    if (!lead) return
    try {
      const store = await database.open(workspace, lead)
      try {
        await serveStore(parts, terminal, {
          store,
          sessionRecords: store.records,
          host,
          port,
          choices,
          log,
          importFrom: settings.importFrom,
          provider,
          linkHowTo: '“galley link --data team:”',
          until: lead.signal
        })
      } finally {
        await store.close()
      }
    } finally {
      lead.release()
    }
    if (lead.signal.aborted)
      throw new GalleyError(
        'closed',
        'another node serves this workspace now, or the database was away for too long'
      )
  } finally {
    await database.close()
  }
}

/** What is wrong with a setting is told by the name that it has here. */
function asOptions<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    const name = (option: string) => `GALLEY_TEAM_${option.toUpperCase().replace(/-/g, '_')}`
    throw new UsageError(lineFor(error).replace(/--([a-z-]+)/g, (_all, option: string) => name(option)))
  }
}

/** @throws GalleyError in-use for tables that this program does not know, too-many for a server with too few connections */
async function requireReady(database: TeamDatabase, pool: number): Promise<void> {
  const { at, known } = await database.state()
  if (at < known)
    throw new GalleyError(
      'in-use',
      at === 0
        ? 'the database has no tables of Galley yet: run “galley team migrate” first'
        : sentence`the tables of the database are at step ${{ at }}, and this Galley needs step ${{ known }}: run “galley team migrate” first`
    )
  const most = await database.mostConnections()
  if (pool + SPARE > most)
    throw new GalleyError(
      'too-many',
      sentence`the database takes ${{ most }} connections, and this node wants ${{ pool }} with ${{ spare: SPARE }} to spare: lower GALLEY_TEAM_DATABASE_POOL`
    )
}

/** For whoever looks after the database, and for a node that takes over. */
const SPARE = 10

/** Null when it was stopped while it waited. */
async function leadOf(database: TeamDatabase, workspace: string, notify: (line: string) => void) {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  const waits = setTimeout(
    () => notify('another node serves this workspace: this one waits to take over'),
    500
  )
  try {
    return await database.lead(workspace, stop.signal)
  } finally {
    clearTimeout(waits)
    process.off('SIGTERM', onSignal)
    process.off('SIGINT', onSignal)
  }
}
