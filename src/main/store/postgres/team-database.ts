import { randomBytes } from 'node:crypto'
import { GalleyError } from '../../../common/errors'
import { newGuid } from '../layout/names'
import type { Lease } from '../seam/leases'
import type { DatabaseLoad } from '../seam/load'
import type { OpenRecords } from '../seam/records'
import type { Store } from '../seam/store'
import { archiveIn } from './archive'
import { examineWorkspace, type TeamDiagnosis } from './examine'
import { openPostgres, workspaceId } from './index'
import { leaderAddress, takeLead } from './lead'
import { openBeat } from './beat'
import { giveUp } from './give-up'
import { counted } from '../objects/counted'
import type { Archive } from '../seam/archive'
import type { Objects } from './contents'
import { openDatabase, type Database, type DatabaseOptions } from './database'
import { reachOf } from './reach'
import { migrate, schemaState, servesTables, type SchemaState } from './migrate'
import { withinQuota, type Quota } from './quota'
import { recordsIn } from './records'
import { requireWhole } from './closed'
import { takeIn, type Survey, type TakeInOptions } from './take-in'
import { numberIn, textIn } from './values'

/** A database that several nodes serve a workspace from. */
export interface TeamDatabase {
  /** @throws in-use for tables of a later Galley, or changed by hand */
  state(): Promise<SchemaState>
  migrate(): Promise<SchemaState>
  /** How many connections the server takes in all. */
  mostConnections(): Promise<number>
  /**
   * The workspace, made when there is none of this name.
   * @param quota what it may come to; default: whatever comes
   * @throws in-use while it is being taken in
   */
  open(workspace: string, quota?: Quota | null): Promise<TeamNode>
  /** Makes the workspace of an archive; see `takeIn`. @throws in-use for tables that lack a step, and as `takeIn` */
  takeIn(workspace: string, archive: Archive, options?: Omit<TakeInOptions, 'objects'>): Promise<Survey>
  /** Takes away what a taking in that was broken off has left; see `giveUp`. */
  giveUp(workspace: string): Promise<void>
  /** What the workspace is at one moment, whoever goes on writing. @throws not-a-workspace, in-use */
  archived<T>(workspace: string, work: (archive: Archive) => Promise<T>): Promise<T>
  /** Reads everything of the workspace back and says what is wrong; changes nothing. @throws not-a-workspace, in-use */
  examine(workspace: string): Promise<TeamDiagnosis>
  /** Its small records, beside whoever serves it. @throws not-a-workspace */
  records(workspace: string): Promise<OpenRecords>
  close(): Promise<void>
}

/** A workspace as one of several nodes has it. */
export interface TeamNode {
  readonly store: Store
  /**
   * Waits until no other node leads, and takes its place. The lease's signal says that this one leads no more.
   * @param address where the others reach this one
   * @returns null when `stop` came first
   */
  lead(address: string, stop: AbortSignal): Promise<Lease | null>
  /** Whether large contents can be kept, where an object storage is named, and the tables are still such that this Galley can serve them. */
  isReached(): Promise<boolean>
  /** Why large contents cannot be kept just now; null where they can. */
  unreached(): Promise<unknown>
  /** By which the nodes of the workspace know each other's requests; made with the first one. */
  readonly secret: string
  /** The nodes that serve the workspace, this one with them. */
  nodes(): number
  /** Whether so many questions have waited for a connection that another one would not be answered soon. */
  isCrowded(): boolean
  load(): Promise<DatabaseLoad>
  /** Where the node that leads is reached; null while none does. */
  leaderAddress(): Promise<string | null>
}

/**
 * @param connections of this process
 * @param named where large contents lie; closed with the database
 */
export function openTeamDatabase(
  url: string,
  connections: DatabaseOptions,
  named: Objects | null
): TeamDatabase {
  const counting = named && counted(named.storage)
  const objects = named && counting && { ...named, storage: counting.storage }
  const database = openDatabase(url, connections)
  return {
    state: () => schemaState(database),
    migrate: () => migrate(database),
    async mostConnections() {
      const row = await database.one(
        `select setting::int most from pg_settings where name = 'max_connections'`
      )
      return row ? numberIn(row, 'most') : 0
    },
    async open(workspace, quota = null) {
      await requireWhole(database, workspace)
      const place = { database, id: await workspaceId(database, workspace) }
      await requireObjects(place, objects)
      const run = newGuid()
      let held: Lease | null = null
      const secret = await nodeSecret(place)
      const unbounded = await openPostgres({ database, workspace, objects, leadNow: () => held })
      const store = quota ? withinQuota(unbounded, place, quota) : unbounded
      const beat = await openBeat(place, run)
      const unreached = reachOf(place.id, objects)
      return {
        secret,
        store: {
          ...store,
          async close() {
            await beat.close()
            await store.close()
          }
        },
        nodes: beat.nodes,
        isCrowded: database.isCrowded,
        async load() {
          const objectCalls = counting?.calls() ?? []
          return {
            ...database.load(),
            nodes: beat.nodes(),
            behind: await store.behind(),
            objects: objectCalls
          }
        },
        async lead(address, stop) {
          held = await takeLead(place, run, address, stop)
          return held
        },
        isReached: async () => (await servesTables(database)) && (await unreached()) === null,
        unreached,
        leaderAddress: () => leaderAddress(place)
      }
    },
    async takeIn(workspace, archive, options) {
      await requireTables(database)
      return takeIn(database, workspace, archive, { ...options, objects })
    },
    async giveUp(workspace) {
      await requireTables(database)
      await giveUp(database, workspace, objects)
    },
    async archived(workspace, work) {
      const id = await existing(database, workspace)
      await requireObjects({ database, id }, objects)
      return database.long('one-moment', (sql) => work(archiveIn({ ...sql, workspace: id, objects })))
    },
    async examine(workspace) {
      const id = await existing(database, workspace)
      await requireObjects({ database, id }, objects)
      return examineWorkspace(database, id, objects)
    },
    async records(workspace) {
      const id = await existing(database, workspace)
      return (kind, parse) => recordsIn({ database, id }, kind, parse)
    },
    async close() {
      objects?.storage.close()
      await database.close()
    }
  }
}

/** The id of a workspace that is there and whole. @throws not-a-workspace, in-use */
async function existing(database: Database, workspace: string): Promise<string> {
  await requireTables(database)
  await requireWhole(database, workspace)
  const row = await database.one('select id from workspaces where name = $1', [workspace])
  if (!row) throw new GalleyError('not-a-workspace', 'The database holds no workspace of this name yet.')
  return textIn(row, 'id')
}

async function requireTables(database: Database): Promise<void> {
  const { at, known } = await schemaState(database)
  if (at < known)
    throw new GalleyError(
      'in-use',
      'The database has no tables of this Galley yet: run “galley team migrate” first.'
    )
}

/** @throws bad-request where contents lie in an object storage and nobody has named one */
async function requireObjects({ database, id }: Place, objects: Objects | null): Promise<void> {
  if (objects) return
  const row = await database.one(
    'select 1 from blobs where workspace_id = $1 and object_key is not null limit 1',
    [id]
  )
  if (row)
    throw new GalleyError(
      'bad-request',
      'Large contents of this workspace lie in an object storage: name it, GALLEY_TEAM_S3_ENDPOINT and what belongs to it.'
    )
}

interface Place {
  readonly database: Database
  readonly id: string
}

async function nodeSecret({ database, id }: Place): Promise<string> {
  const row = await database.one(
    'update workspaces set node_secret = coalesce(node_secret, $2) where id = $1 returning node_secret',
    [id, randomBytes(32).toString('base64url')]
  )
  if (!row) throw new GalleyError('not-a-workspace', 'The database does not hold this workspace any more.')
  return textIn(row, 'node_secret')
}
