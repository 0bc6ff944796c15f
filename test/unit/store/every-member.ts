import type {
  Holds,
  KeyedRecords,
  Lease,
  Leases,
  PublishedStates,
  RoomLogs,
  Store,
  StoreDocument,
  SyncArea,
  SyncLog
} from '../../../src/main/store/types'

type All<T> = Readonly<Record<keyof T, true>>

const store: All<Store> = {
  id: true,
  folder: true,
  stat: true,
  list: true,
  read: true,
  openRead: true,
  write: true,
  createFolder: true,
  remove: true,
  move: true,
  copy: true,
  change: true,
  versions: true,
  createVersion: true,
  readVersion: true,
  histories: true,
  trash: true,
  clientTrash: true,
  restoreFromTrash: true,
  deleteFromTrash: true,
  document: true,
  records: true,
  published: true,
  sync: true,
  rooms: true,
  holds: true,
  words: true,
  leases: true,
  tell: true,
  heard: true,
  subscribe: true,
  room: true,
  examine: true,
  close: true
}
const published: All<PublishedStates> = {
  get: true,
  list: true,
  any: true,
  keep: true,
  put: true,
  remove: true,
  movedTo: true,
  leftFor: true,
  read: true,
  openRead: true
}
const sync: All<SyncArea> = {
  log: true,
  forget: true,
  keep: true,
  keepStream: true,
  spool: true,
  content: true,
  openContent: true
}
const rooms: All<RoomLogs> = { load: true, append: true, replace: true, drop: true, list: true }
const holds: All<Holds> = { list: true, take: true, pass: true, end: true }
const log: All<SyncLog> = { entries: true, put: true }
const records: All<KeyedRecords<unknown>> = {
  get: true,
  list: true,
  put: true,
  change: true,
  remove: true,
  stamp: true
}
const document: All<StoreDocument<unknown>> = { read: true, update: true }
const leases: All<Leases> = { take: true, isHeld: true, stop: true }
const lease: All<Lease> = { run: true, fence: true, signal: true, stop: true, release: true }

const parts: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  '': store,
  published,
  sync,
  'sync.log()': log,
  rooms,
  holds,
  'records()': records,
  'document()': document,
  leases,
  'leases.take()': lease
}

/** Every member of the interface, by its path; the compiler says when one is missing here. */
export const everyMember: readonly string[] = Object.entries(parts).flatMap(([part, members]) =>
  Object.keys(members).map((name) => (part === '' ? name : `${part}.${name}`))
)

/** The same store; notes in `seen` what is asked of it. */
export const noting = (of: Store, seen: Set<string>): Store => noted(of, '', seen)

function noted<T extends object>(of: T, path: string, seen: Set<string>): T {
  return new Proxy(of, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof name !== 'string') return value
      const here = path === '' ? name : `${path}.${name}`
      seen.add(here)
      if (typeof value !== 'function') return followed(value, here, seen)
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args)
        return result instanceof Promise
          ? result.then((found: unknown) => followed(found, `${here}()`, seen))
          : followed(result, `${here}()`, seen)
      }
    }
  })
}

const followed = (value: unknown, path: string, seen: Set<string>): unknown =>
  path in parts && typeof value === 'object' && value !== null ? noted(value, path, seen) : value
