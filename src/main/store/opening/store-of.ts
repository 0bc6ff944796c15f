import { archiveOfFolder } from '../archive/read-folder'
import type { ServiceEventBody } from '../../../common/api/events'
import type { Person } from '../../../common/person'
import { ROOT, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { changeTogether } from '../operations/change'
import { copyPath } from '../operations/copy'
import { requireReadableName } from '../core/folder-names'
import type { Core } from '../core/core'
import { makeContentFolder, notifyFolders } from '../operations/create'
import { createDocuments } from '../records/documents'
import { createHolds } from '../records/holds'
import { recordsIn } from '../records/keyed-records'
import { historiesWithin } from '../operations/file-history'
import { movePath } from '../operations/move'
import { createPublished } from '../operations/published'
import { translated } from '../disk/os-errors'
import { listFolder, openStream, readWhole, statPath } from '../operations/read'
import { removePath } from '../operations/remove'
import { clientTrashOf } from '../operations/client-trash'
import { purgeItem, restoreItem, trashOf } from '../operations/restore'
import { adopt } from '../outside/adopt'
import { trashItemOf } from '../trash/trash-records'
import { createSetAside } from '../operations/set-aside'
import { takeSnapshot } from '../snapshot'
import { createSyncArea } from '../sync/sync-area'
import type { OpenedFolder } from '../seam/store'
import { takeUnfinishedBack } from '../operations/take-change-back'
import { listVersions, makeVersion, readVersionContent } from '../operations/versions'
import { writeFile } from '../operations/write'

interface StoreParts {
  readonly id: string
  readonly isNew: boolean
  subscribe(listener: (event: ServiceEventBody) => void): () => void
  setOutsidePerson(person: Person): void
  close(): Promise<void>
}

/** The Store of an open core: every failure leaves translated, and nothing runs once it is closed. */
export function storeOf(core: Core, parts: StoreParts): OpenedFolder {
  const documents = createDocuments(core.fs, core.layout, core.problems)
  const published = createPublished(core)
  const sync = createSyncArea(core)
  const setAside = createSetAside(core)
  const holds = createHolds({
    records: (kind, parse) => recordsIn(kind, parse, () => Promise.resolve(core)),
    now: () => Promise.resolve(core.now()),
    pathsOf: (ids) => Promise.resolve(pathsIn(core, ids))
  })
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  async function run<T>(where: string, work: () => Promise<T>): Promise<T> {
    if (closing) throw new GalleyError('closed', 'The workspace was closed.')
    const promise = work()
    running.add(promise)
    core.requests.began()
    try {
      return await promise
    } catch (error) {
      throw translated(error, where)
    } finally {
      running.delete(promise)
      core.requests.ended()
    }
  }

  /** Behind what a failing disk has left of a change before. */
  const moving = <T>(where: string, work: () => Promise<T>) =>
    run(where, async () => {
      await takeUnfinishedBack(core)
      return work()
    })

  /**
   * Each step counts as a request of its own: closing waits for the one under way, and there is none after
   * it.
   */
  async function* inSteps<T>(steps: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
    try {
      for (;;) {
        const next = await run('the workspace', () => steps.next())
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await steps.return()
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled([...running])
    await parts.close()
  }

  return {
    id: parts.id,
    folder: {
      location: core.layout.root,
      isNew: parts.isNew,
      problems: () => core.problems.list(),
      setAside: {
        list: () => run('.galley/damaged', () => setAside.list()),
        read: (name) => run(name, () => setAside.read(name)),
        remove: (name) => run(name, () => setAside.remove(name))
      },
      caches: core.layout.index,
      setOutsidePerson: (person) => parts.setOutsidePerson(person),
      archive: () => archiveOfFolder(core, parts.id),
      snapshot: () =>
        run('the workspace', async () => {
          const snapshot = await takeSnapshot(core, { id: parts.id, location: core.layout.root })
          return { ...snapshot, entries: () => inSteps(snapshot.entries()) }
        })
    },
    stat: (path) => run(path, () => statPath(core, path)),
    list: (folder) => run(folder, () => listFolder(core, folder)),
    read: (path) => run(path, () => readWhole(core, path)),
    openRead: (path, range) => run(path, () => openStream(core, path, range)),
    write: (path, body, options) => run(path, () => writeFile(core, path, body, options)),
    createFolder: (path, { by }) =>
      run(path, () =>
        core.locks.run([path], async () => {
          const there = await adopt(core, path)
          if (there.kind === 'folder') return false
          if (there.kind === 'file')
            throw new GalleyError('is-file', 'A file has this name. Choose another.', { where: path })
          requireReadableName(path)
          await core.names.check(path)
          notifyFolders(core, await makeContentFolder(core, path), by)
          return true
        })
      ),
    remove: (path, options) => run(path, () => removePath(core, path, options)),
    move: (from, to, options) => moving(from, () => movePath(core, from, to, options)),
    copy: (from, to, options) => moving(from, () => copyPath(core, from, to, options)),
    change: (change) =>
      moving(change.edits[0]?.path ?? change.moves?.[0]?.from ?? ROOT, () => changeTogether(core, change)),
    versions: (path) => run(path, () => listVersions(core, path)),
    createVersion: (path, options) => run(path, () => makeVersion(core, path, options)),
    readVersion: (org, fileId, versionId) => run(org, () => readVersionContent(core, org, fileId, versionId)),
    histories: (path, since, isWhole) => run(path, () => historiesWithin(core, path, since, isWhole)),
    clientTrash: (site, id) => run(site, () => clientTrashOf(core, site, id)),
    trash: (site, id) =>
      run(site, () =>
        Promise.resolve(trashOf(core, site, id).map((item) => trashItemOf(item, core.trash.along(item.id))))
      ),
    restoreFromTrash: (site, id, { by }) => run(site, () => restoreItem(core, site, id, by)),
    deleteFromTrash: (site, id) => run(site, () => purgeItem(core, site, id)),
    document: (name, parse, initial) => {
      const document = documents.open(name, parse, initial)
      return {
        read: () => run(`${name}.json`, () => document.read()),
        update: (change) => run(`${name}.json`, () => document.update(change))
      }
    },
    records: (kind, parse) => recordsIn(kind, parse, () => Promise.resolve(core)),
    words: null,
    published: {
      get: (environment, path) => run(path, () => published.get(environment, path)),
      list: (environment, folder) => run(folder, () => published.list(environment, folder)),
      any: (environment, folder) => run(folder, () => published.any(environment, folder)),
      keep: (path) => run(path, () => published.keep(path)),
      put: (states) => run(states[0]?.path ?? ROOT, () => published.put(states)),
      remove: (environment, path) => run(path, () => published.remove(environment, path)),
      movedTo: (environment, path) => run(path, () => published.movedTo(environment, path)),
      leftFor: (environment, from, to) => run(from, () => published.leftFor(environment, from, to)),
      read: (hash, where) => run(where, () => published.read(hash, where)),
      openRead: (state, range) => run(state.path, () => published.openRead(state, range))
    },
    sync: {
      log: (name) =>
        run(name, async () => {
          const log = await sync.log(name)
          return {
            entries: () => run(name, () => log.entries()),
            put: (key, value, needs) => run(name, () => log.put(key, value, needs))
          }
        }),
      forget: (name) => run(name, () => sync.forget(name)),
      keep: (bytes) => run('sync', () => sync.keep(bytes)),
      keepStream: (body) => run('sync', () => sync.keepStream(body)),
      spool: (body) => run('sync', () => sync.spool(body)),
      content: (hash) => run(hash, () => sync.content(hash)),
      openContent: (hash) => run(hash, () => sync.openContent(hash))
    },
    rooms: {
      load: (fileId) => run(fileId, () => core.rooms.load(fileId)),
      append: (fileId, entries) => run(fileId, () => core.rooms.append(fileId, entries)),
      replace: (fileId, entries) => run(fileId, () => core.rooms.replace(fileId, entries)),
      drop: (fileId) => run(fileId, () => core.rooms.drop(fileId)),
      list: () => run('.galley/rooms', () => core.rooms.list())
    },
    holds: {
      list: () => run('.galley/holds', () => holds.list()),
      take: (fileId, by, lasts) => run(fileId, () => holds.take(fileId, by, lasts)),
      pass: (fileId, by) => run(fileId, () => holds.pass(fileId, by)),
      end: (fileId, by) => run(fileId, () => holds.end(fileId, by))
    },
    leases: core.leases,
    subscribe: (listener) => parts.subscribe(listener),
    // one process at a time has a folder
    tell: () => Promise.resolve(),
    heard: () => Promise.resolve(),
    room: () => run('.galley', () => core.fs.room(core.layout.root)),
    close: () => (closing ??= close())
  }
}

/** Where those of the files are that are there, by their ids. */
const pathsIn = ({ index }: Core, ids: readonly string[]): ReadonlyMap<string, ContentPath> =>
  new Map(
    ids.flatMap((id) => {
      const known = index.memory.byId(id)
      return known ? [[id, known.path] as const] : []
    })
  )
