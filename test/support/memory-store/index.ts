import { ROOT } from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import { createLeases } from '../../../src/main/store/core/leases'
import { newGuid } from '../../../src/main/store/layout/names'
import { createHolds } from '../../../src/main/store/records/holds'
import type { Store } from '../../../src/main/store/types'
import { changeTogether } from './change'
import { listFolder, makeFolder, statPath, writeFile } from './files'
import { historiesAt } from './histories'
import { publishedIn } from './published'
import { createRecords } from './records'
import { roomsIn } from './rooms'
import { entryOf, newState, streamOf } from './state'
import { syncIn } from './sync-area'
import { copyPath, transfer } from './transfers'
import { clientTrashOf, purgeItem, removePath, restoreItem, trashOf } from './trash'
import { listVersions, makeVersion, readVersion } from './versions'

/**
 * A Store that keeps everything in memory: no folder, no disk, one change at a time. What the store of a folder does is compared with it, and
 * whoever writes another store reads here what every one has to do.
 */
export function openMemoryStore({ now = Date.now }: { readonly now?: () => number } = {}): Store {
  const state = newState(now)
  const { document, records } = createRecords()
  const leases = createLeases(newGuid())
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  /** After those that were asked before it. */
  function turn<T>(work: () => T | Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new GalleyError('closed', 'The workspace was closed.'))
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  const open = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new GalleyError('closed', 'The workspace was closed.')
    try {
      return await work()
    } catch (error) {
      if (error instanceof GalleyError) throw error
      throw new GalleyError('internal', 'Something went wrong in the store itself.', { cause: error })
    }
  }
  /** Every method as one that a closed store refuses. */
  const refusing = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => open(() => Reflect.apply(member, target, args) as Promise<unknown>)
      }
    })

  const write: Store['write'] = (path, body, options) =>
    open(() => writeFile(state, turn, path, body, options))

  return {
    id: newGuid(),
    folder: null,
    stat: (path) => turn(() => statPath(state, path)),
    list: (folder) => turn(() => listFolder(state, folder)),
    read: (path) =>
      turn(() => {
        const file = state.here.get(path)
        return file ? { entry: entryOf(file), bytes: file.bytes } : null
      }),
    openRead: (path, range) =>
      turn(() => {
        const file = state.here.get(path)
        return file ? { entry: entryOf(file), stream: streamOf(file.bytes, range) } : null
      }),
    write,
    createFolder: (path, { by }) => turn(() => path !== ROOT && makeFolder(state, path, by)),
    remove: (path, options) => turn(() => removePath(state, path, options)),
    move: (from, to, options) => turn(() => transfer(state, 'move', from, to, options)),
    copy: (from, to, options) => turn(() => copyPath(state, from, to, options)),
    change: (change) => turn(() => changeTogether(state, change)),
    versions: (path) => turn(() => listVersions(state, path)),
    createVersion: (path, options) => turn(() => makeVersion(state, path, options)),
    readVersion: (org, file, version) => turn(() => readVersion(state, org, file, version)),
    histories: (path) => turn(() => historiesAt(state, path)),
    trash: (site, id) => turn(() => trashOf(state, site, id)),
    clientTrash: (site, id) => turn(() => clientTrashOf(state, site, id)),
    restoreFromTrash: (site, id, { by }) =>
      open(() =>
        // what changes places is a save of its own
        restoreItem(state, site, id, by, (path, bytes, options) => write(path, bytes, options))
      ),
    deleteFromTrash: (site, id) => turn(() => purgeItem(state, site, id)),
    document,
    records,
    published: refusing(publishedIn(state)),
    sync: refusing(syncIn(state)),
    rooms: refusing(roomsIn(state)),
    holds: refusing(
      createHolds({
        records,
        now: () => Promise.resolve(now()),
        pathsOf: (ids) =>
          turn(
            () =>
              new Map(
                ids.flatMap((id) => {
                  const file = state.files.get(id)
                  return file?.isHere ? [[id, file.path] as const] : []
                })
              )
          )
      })
    ),
    words: null,
    leases,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    tell: () => Promise.resolve(),
    heard: () => Promise.resolve(),
    room: () => open(() => Promise.resolve(null)),
    examine: (pause) =>
      open(async () => {
        await pause()
        return { files: state.files.size, contents: 0, findings: [] }
      }),
    async close() {
      isClosed = true
      await last
      state.listeners.clear()
    }
  }
}
