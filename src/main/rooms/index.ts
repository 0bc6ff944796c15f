import type { ServiceEventBody } from '../../common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { formatOfPath } from '../../common/formats/files'
import type { Here } from '../../common/rooms/frames'
import type { Present } from '../../common/present'
import type { Store } from '../store/types'
import type { Adopted, RoomThreads } from './calls'
import type { Back, Member, Membership } from './news'
import { openKeeper, type KeptTimes } from './kept'
import { openKeys, type Keys } from './keys'
import { openRoom, type Room } from './room'
import { unsure } from './room-log'
import { openRoomThreads } from './threads'

export { openHolds } from './holds'
export { openLines } from './routes'
export { roomsAt } from './rooms-at'
export { savedFirst } from './saved-first'
export type { Member, Membership, News } from './news'

interface RoomsOptions {
  readonly store: Store
  /** The built program of the threads that hold the documents; null: in this thread. */
  readonly program: string | null
  /** Told who is in a document when somebody came or went. */
  readonly came?: (present: PresentAt) => void
  readonly report: (error: unknown) => void
  /** Rooms that are open at once. */
  readonly most?: number
  /** When logs are looked through, in place of the usual times; null: they are not. */
  readonly keptTimes?: KeptTimes | null
}

/** The documents that people write in together (RT1 to RT7): one room a file. */
export interface Rooms {
  /**
   * Who may read the path joins the room of its file; what may be written is for the caller to say.
   * @throws GalleyError not-found · too-large and bad-request for what is no text to share · too-many
   */
  join(path: ContentPath, member: Member, back: Back | null): Promise<Membership>
  /**
   * What people have written in the documents at and below a path is in its files; after eight seconds, or
   * where the disk does not take it, as far as that went.
   */
  save(path: ContentPath): Promise<void>
  /** The documents that somebody is in, at and below a path. */
  present(path: ContentPath): readonly PresentAt[]
  close(): Promise<void>
}

/** The same, where the documents are in this process. */
export interface RoomsHere extends Rooms {
  /** Who else is in the document of a file, at another service. */
  guests(id: string, people: readonly Here[]): void
  /** The document of a file, if it is open, is that of another service from now on; false where it cannot be. */
  adopt(id: string, document: Adopted): Promise<boolean>
  /** Work with a document that is open, where it is: `sourceOf`. */
  readonly call: RoomThreads['call']
}

/** Who is in a document. */
interface PresentAt {
  readonly path: ContentPath
  readonly people: readonly Present[]
}

const MOST_ROOMS = 200
/** Milliseconds that a room stays open when nobody is in it any more. */
const LINGER_MS = 60_000
/** So long whoever waits for what is to be saved does: the log has it anyway. */
const SAVING_MS = 8_000

export function openRooms({
  store,
  program,
  came = () => undefined,
  report,
  most = MOST_ROOMS,
  keptTimes
}: RoomsOptions): RoomsHere {
  const rooms = new Map<string, Promise<Room>>()
  const open = new Map<string, Room>()
  const lingering = new Map<string, NodeJS.Timeout>()
  const closing = new Map<string, Promise<void>>()
  let isClosed = false
  let keys: Promise<Keys> | null = null

  const threads = openRoomThreads(program, (ids) => {
    // what was acknowledged is in the logs: whoever was in a room joins it again
    const all = ids.flatMap((id) => open.get(id) ?? [])
    for (const id of ids) {
      open.delete(id)
      rooms.delete(id)
    }
    for (const room of all) void room.close('The document was interrupted. It goes on in a moment.')
  })

  const unsubscribe = store.subscribe(heard)

  function heard(event: ServiceEventBody): void {
    if (open.size === 0) return
    if (event.type === 'folder') {
      for (const room of open.values()) {
        heardOfFolder(room, event)
        if (toldAt.has(room.id)) tell(room)
      }
      return
    }
    const room = event.type === 'file' ? open.get(event.fileId) : undefined
    if (!room || event.type !== 'file') return
    const path = contentPath(event.path)
    if (event.change === 'deleted') room.gone()
    else if (event.change === 'moved') room.moved(path)
    else if (event.change === 'restored') room.restored(path)
    else if (event.etag !== undefined) room.written(event.etag, event.origin === 'outside')
    if (event.change !== 'changed') tell(room)
  }

  /** Where a room was when it was told of. */
  const toldAt = new Map<string, ContentPath>()
  function tell({ id, path, people }: Room): void {
    const before = toldAt.get(id)
    if (before !== undefined && (before !== path || people.length === 0)) {
      toldAt.delete(id)
      came({ path: before, people: [] })
    }
    if (people.length === 0) return
    toldAt.set(id, path)
    came({ path, people })
  }

  async function begin(path: ContentPath): Promise<Room> {
    const found = await store.read(path)
    if (!found) throw new GalleyError('not-found', 'There is no such file.', { where: path })
    const { entry, bytes } = found
    const log = await store.rooms.load(entry.id)
    const doubtful = log ? unsure(log.entries) : []
    const versions = doubtful.length > 0 ? await store.versions(path) : []
    const wasSaved = [entry.hash, ...versions.map(({ hash }) => hash as string)].filter((hash) =>
      doubtful.includes(hash)
    )
    keys ??= openKeys(store, report)
    const opened = await threads.open({
      room: entry.id,
      bytes,
      hash: entry.hash,
      format: formatOfPath(path),
      log,
      wasSaved
    })
    const room = openRoom({
      store,
      threads,
      entry,
      opened,
      keys: await keys,
      writers: (log?.entries ?? []).flatMap((one) => (one.kind === 'writer' ? [one] : [])),
      logged:
        log && log.entries.slice(1).reduce((sum, one) => sum + ('bytes' in one ? one.bytes.length : 0), 0),
      loggedAt: log && log.at,
      empty,
      came: tell,
      report
    })
    open.set(entry.id, room)
    // what happened while it was opened was not heard of
    const now = await store.stat(path)
    if (now?.kind === 'file' && now.id === entry.id) room.written(now.hash, false)
    return room
  }

  function empty(room: Room): void {
    if (room.isClosed) {
      if (open.get(room.id) === room) open.delete(room.id)
      rooms.delete(room.id)
      return
    }
    if (isClosed || !room.isEmpty || lingering.has(room.id)) return
    const timer = setTimeout(() => {
      lingering.delete(room.id)
      if (room.isEmpty) void closeRoom(room)
    }, LINGER_MS)
    timer.unref()
    lingering.set(room.id, timer)
  }

  /** The one that nobody has been in for longest goes. @throws too-many when somebody is in each */
  async function makeRoom(): Promise<void> {
    if (rooms.size < most) return
    const [id = ''] = lingering.keys()
    const room = open.get(id)
    if (!room)
      throw new GalleyError('too-many', 'People write in too many documents already. Try again in a moment.')
    clearTimeout(lingering.get(id))
    lingering.delete(id)
    await closeRoom(room)
  }

  async function closeRoom(room: Room): Promise<void> {
    open.delete(room.id)
    rooms.delete(room.id)
    await alone(room.id, () => room.close(null).catch(report))
  }

  /** Whoever comes to the document meanwhile waits for it. */
  async function alone(id: string, work: () => Promise<unknown>): Promise<void> {
    const done = work().then(() => undefined)
    const over = done.catch(() => undefined)
    closing.set(id, over)
    await over
    if (closing.get(id) === over) closing.delete(id)
    await done
  }

  async function opened(id: string, path: ContentPath): Promise<Room> {
    // with nothing between the last look and what follows
    for (let over = closing.get(id); over; over = closing.get(id)) await over
    const known = rooms.get(id)
    const opening = known ?? makeRoom().then(() => begin(path))
    if (!known) {
      rooms.set(id, opening)
      opening.catch(() => rooms.delete(id))
    }
    return opening
  }

  const keeper = openKeeper({
    store,
    report,
    times: keptTimes,
    isBusy: (id) => rooms.has(id) || closing.has(id),
    async save(id, path) {
      const room = await opened(id, path)
      const isSaved = await room.save()
      if (isSaved && room.isEmpty && !room.isClosed && !lingering.has(id) && !isClosed) await closeRoom(room)
      else empty(room)
      return isSaved
    },
    drop: (id) => alone(id, () => store.rooms.drop(id))
  })

  return {
    async join(path, member, back) {
      if (isClosed) throw new GalleyError('closed', 'The workspace was closed.')
      const entry = await store.stat(path)
      if (entry?.kind !== 'file')
        throw new GalleyError('not-found', 'There is no such file.', { where: path })
      const room = await opened(entry.id, path)
      const timer = lingering.get(room.id)
      if (timer) clearTimeout(timer)
      lingering.delete(room.id)
      return room.join(member, back)
    },
    present: (path) =>
      [...open.values()]
        .filter((room) => room.people.length > 0 && isWithin(room.path, path))
        .map((room) => ({ path: room.path, people: room.people })),
    guests: (id, people) => open.get(id)?.guests(people),
    adopt: async (id, document) => (await open.get(id)?.adopt(document)) === true,
    call: threads.call,
    async save(path) {
      const within = [...open.values()].filter((room) => isWithin(room.path, path))
      if (within.length > 0) await inTime(Promise.all(within.map((room) => room.save().catch(report))))
    },
    async close() {
      isClosed = true
      unsubscribe()
      const kept = keeper.close()
      for (const timer of lingering.values()) clearTimeout(timer)
      const all = kept.then(() =>
        Promise.all([
          ...closing.values(),
          ...[...open.values()].map((room) => room.close(null).catch(report))
        ])
      )
      await inTime(all)
      await threads.end()
    }
  }
}

async function inTime(saving: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, SAVING_MS).unref()))
  await Promise.race([saving, late])
  clearTimeout(timer)
}

function heardOfFolder(room: Room, event: Extract<ServiceEventBody, { readonly type: 'folder' }>): void {
  if (event.change === 'moved') {
    const from = contentPath(event.from)
    if (isWithin(room.path, from)) room.moved(contentPath(event.path + room.path.slice(from.length)))
  } else if (event.change === 'deleted' && isWithin(room.path, contentPath(event.path))) room.gone()
}
