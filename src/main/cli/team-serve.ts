import { hostname } from 'node:os'
import { GalleyError, sentence } from '../../common/errors'
import { teamRates } from '../server'
import { createService } from '../service'
import { reportFailure } from '../system/failure-text'
import { openTeamDatabase, type TeamDatabase, type TeamNode } from '../store'
import {
  leadInTurn,
  nodeService,
  openLeader,
  readSettings,
  settingsHelp,
  startTryServer,
  type NodeService,
  type TeamSettings
} from '../team'
import { lineFor, UsageError, type Command, type Terminal } from './command'
import { jsonLog } from './json-log'
import { outsideIn } from './serve-options'
import { parseProvider, serveStore, type ServeParts } from './serving'
import { requireNamed } from './team-place'

const help = `usage: galley team serve [--try]

Serves the team’s workspace, which lies in a PostgreSQL database, and large files of it in an object storage
where one is named; nothing of it lies on this machine. Any number of nodes
serve it at once, behind one address; one of them leads, which keeps what only one can, and is asked by the
others. What a node is told, its environment says:

${settingsHelp}

  --try    for a try: starts the PostgreSQL of this machine in a folder that goes when it ends, and needs
           nothing else
  --help   shows this`

/** `galley team serve` (TM3). */
export const teamServeCommand = (parts: ServeParts): Command => ({
  name: 'team serve',
  summary: 'serves the team’s workspace, beside other nodes',
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
      const database = await openTeamDatabase(server.url, settings.pool, settings.objects)
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
  const { workspace, host, issuer, audience, groupsClaim, clientId, scope } = settings
  const choices = asOptions(() =>
    outsideIn(
      {
        origin: settings.origin,
        'trusted-proxies': settings.trustedProxies,
        metrics: settings.metrics,
        log: settings.log,
        limits: settings.limits
      },
      host,
      teamRates
    )
  )
  const provider = asOptions(() =>
    parseProvider({ issuer, audience, scope, 'groups-claim': groupsClaim, 'client-id': clientId })
  )
  const log = choices.isLogged ? jsonLog(terminal) : null
  const { notify } = log?.terminal ?? terminal
  const database = await openTeamDatabase(url, settings.pool, settings.objects)
  try {
    await requireReady(database, settings.pool)
    const node = await database.open(workspace, settings.quota)
    try {
      await serveNode(node, settings, parts, terminal, { choices, provider, log, notify })
    } finally {
      await node.store.close()
    }
  } finally {
    await database.close()
  }
}

interface NodeParts {
  readonly choices: ReturnType<typeof outsideIn>
  readonly provider: ReturnType<typeof parseProvider>
  readonly log: ReturnType<typeof jsonLog> | null
  readonly notify: (line: string) => void
}

async function serveNode(
  { store, lead, leaderAddress, isReached, unreached, secret, nodes, isCrowded, load }: TeamNode,
  { host, port, address, importFrom, grace, databaseUrl }: TeamSettings,
  parts: ServeParts,
  terminal: Terminal,
  { choices, provider, log, notify }: NodeParts
): Promise<void> {
  const leader = openLeader({ addressNow: leaderAddress, secret })
  unreached()
    .then((failure) => {
      if (failure !== null) notify(lineFor(failure))
    })
    .catch(reportFailure)
  let service: NodeService | undefined
  let endLead = async () => {}
  try {
    await serveStore(parts, terminal, {
      store,
      sessionRecords: store.records,
      host,
      port,
      choices,
      log,
      importFrom,
      provider,
      linkHowTo: '“galley link --data team:”',
      peerSecret: secret,
      pressure: { nodes, isCrowded, uploads: UPLOADS },
      load,
      // nobody hands out requests to a try
      grace: databaseUrl === null ? 0 : grace * 1000,
      make: (options) =>
        (service = nodeService(
          (followed) => createService({ ...options, leader: followed, isReached }),
          leader
        )),
      onShown(port) {
        const here = address ?? `http://${isAnyAddress(host) ? hostname() : host}:${port}`
        if (service) endLead = leadInTurn({ lead: (stop) => lead(here, stop), service, leader, notify })
      }
    })
  } finally {
    await endLead()
  }
}

/** Large bodies that a node takes at once. */
const UPLOADS = 16

/** Listens at all addresses of its machine, of which the others know it by its name. */
const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::'

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
