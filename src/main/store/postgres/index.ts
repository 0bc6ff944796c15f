import { GalleyError } from '../../../common/errors'
import { newGuid } from '../layout/names'
import type { LeaseNote } from '../seam/leases'
import type { Store } from '../seam/store'
import { createHolds } from '../records/holds'
import { changeTogether } from './change'
import { collectNowAndThen } from './collecting'
import { copyPath } from './copy'
import type { Objects } from './contents'
import type { Database } from './database'
import { examined } from './examine'
import { listFolder, openRead, readWhole, statPath } from './files'
import { clientTrashOf, historiesAt } from './histories'
import { withContents } from './keep-contents'
import { pathsOfFiles, timeIn } from './holds'
import { leasesIn } from './leases'
import { openOutbox } from './outbox'
import { publishedIn } from './published'
import { documentIn, recordsIn } from './records'
import { restoreItem } from './restore'
import { roomsIn } from './rooms'
import { syncIn } from './sync-area'
import { transfer } from './transfers'
import { listTrash, purgeItem, removePath } from './trash'
import { inTurn, type Workspace } from './turn'
import { textIn } from './values'
import { listVersions, makeVersion, readVersion } from './versions'
import { wordsIn } from './words'
import { makeFolder, writeFile } from './write'

interface PostgresOptions {
  readonly database: Database
  /** Made when there is none of this name. */
  readonly workspace: string
  /** Where large contents lie; default: in the database, like all others. */
  readonly objects?: Objects | null
  readonly now?: () => number
  /**
   * The lease by which this process leads, while it does: what is written together is kept by its holder
   * alone. Default: no other process serves the workspace.
   */
  readonly leadNow?: () => LeaseNote | null
}

interface PostgresStore extends Store {
  /** Seconds since the oldest change that this process has not heard of. */
  behind(): Promise<number>
}

/**
 * A workspace in PostgreSQL: nothing of it is in this process, so any number of them serve it. The tables are
 * there already (`migrate`). Whoever opened the database closes it.
 */
export async function openPostgres({
  database,
  workspace: name,
  objects = null,
  now = Date.now,
  leadNow
}: PostgresOptions): Promise<PostgresStore> {
  const id = await workspaceId(database, name)
  const run = newGuid()
  const outbox = await openOutbox(database, id, run)
  const workspace: Workspace = {
    id,
    database,
    objects,
    now,
    onEvents: (xid) => outbox.told(xid),
    endUnlessStopped: (sql, signal) => leases.endUnlessStopped(sql, signal)
  }
  const sql = { ...database, workspace: id, objects }
  const leases = leasesIn({ database, id }, run, {
    call: outbox.callForStops,
    listen: outbox.onStops
  })
  const collecting = collectNowAndThen(workspace, leases)
  let isClosed = false
  const underWay = new Set<Promise<unknown>>()

  function open<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new GalleyError('closed', 'The workspace was closed.'))
    const mine = translated(work)
    const settled = mine.catch(() => undefined).finally(() => underWay.delete(settled))
    underWay.add(settled)
    return mine
  }
  /** Every method as one that a closed store refuses. */
  const guarded = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) =>
          open(async () => {
            const result: unknown = await Reflect.apply(member, target, args)
            return result
          })
      }
    })

  return {
    id,
    folder: null,
    stat: (path) => open(() => statPath(sql, path)),
    list: (folder) => open(() => listFolder(sql, folder)),
    read: (path) => open(() => readWhole(sql, path)),
    openRead: (path, range) => open(() => openRead(sql, path, range)),
    write: (path, body, options) => open(() => writeFile(workspace, path, body, options)),
    createFolder: (path, { by }) => open(() => makeFolder(workspace, path, by)),
    remove: (path, options) => open(() => removePath(workspace, path, options)),
    move: (from, to, options) => open(async () => transfer(workspace, 'move', from, to, options)),
    copy: (from, to, options) => open(() => copyPath(workspace, from, to, options)),
    change: (change) => open(() => changeTogether(workspace, change)),
    versions: (path) => open(() => listVersions(sql, path)),
    createVersion: (path, options) =>
      open(() =>
        withContents(workspace, options.content ? [options.content] : [], ([content]) =>
          inTurn(workspace, (turn) => makeVersion(turn, path, options, content))
        )
      ),
    readVersion: (org, file, version) => open(() => readVersion(sql, org, file, version)),
    histories: (path, since, isWhole) => open(() => historiesAt(workspace, path, since, isWhole)),
    trash: (site, item) => open(() => listTrash(sql, site, item)),
    clientTrash: (site, item) => open(() => clientTrashOf(workspace, site, item)),
    restoreFromTrash: (site, item, { by }) => open(() => restoreItem(workspace, site, item, by)),
    deleteFromTrash: (site, item) => open(() => purgeItem(workspace, site, item)),
    document: (name, parse, initial) => guarded(documentIn(workspace, name, parse, initial)),
    records: (kind, parse) => guarded(recordsIn(workspace, kind, parse)),
    published: guarded(publishedIn(workspace)),
    sync: guarded(syncIn(workspace)),
    rooms: guarded(roomsIn(workspace, leadNow)),
    holds: guarded(
      createHolds({
        records: (kind, parse) => recordsIn(workspace, kind, parse),
        now: () => timeIn(database),
        pathsOf: (ids) => pathsOfFiles(workspace, ids)
      })
    ),
    words: (form) => guarded(wordsIn(workspace, form)),
    leases,
    subscribe: (listener) => outbox.subscribe(listener),
    tell: (event) => outbox.tell(event),
    behind: () => outbox.behind(),
    // a database that is away says so to the question itself
    heard: () => outbox.heard().catch(() => undefined),
    room: () => open(() => Promise.resolve(null)),
    examine: (pause) => open(() => examined(database, id, objects, pause)),
    async close() {
      isClosed = true
      while (underWay.size > 0) await Promise.all(underWay)
      await collecting.close()
      await leases.close()
      await outbox.close()
    }
  }
}

/** Makes it when there is none. */
export async function workspaceId(database: Database, name: string): Promise<string> {
  await database.change('insert into workspaces (id, name) values ($1, $2) on conflict (name) do nothing', [
    newGuid(),
    name
  ])
  const row = await database.one('select id from workspaces where name = $1', [name])
  if (!row) throw new GalleyError('internal', 'The workspace could not be made.')
  return textIn(row, 'id')
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GalleyError) throw error
    throw new GalleyError('internal', 'Something went wrong in the store itself.', { cause: error })
  }
}
