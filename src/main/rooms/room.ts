import { createHash } from 'node:crypto'
import { GalleyError, sentence } from '../../common/errors'
import type { ContentPath } from '../../common/content/paths'
import type { Person } from '../../common/person'
import type { Present } from '../../common/present'
import type { Here } from '../../common/rooms/frames'
import type { RoomKind } from '../../common/rooms/epoch'
import type { FileEntry, RoomEntry, Store } from '../store/types'
import type { Adopted, Opened, RoomThreads } from './calls'
import type { Back, Member, Membership, News } from './news'
import { openOutsideWrites, type OutsideWrite } from './outside-writes'
import type { Keys } from './keys'
import { openPresence } from './presence'
import { keepLog, type KeptLog } from './room-log'
import { saveLoop, type SaveLoop } from './save-loop'

/** Somebody who may write by a number. */
type Writer = Extract<RoomEntry, { readonly kind: 'writer' }>

interface RoomParts {
  readonly store: Store
  readonly threads: RoomThreads
  readonly entry: FileEntry
  readonly opened: Opened
  readonly keys: Keys
  /** What the log says of who may write. */
  readonly writers: readonly Writer[]
  /** Bytes of what the log tells besides the document that it begins with; null: there is none. */
  readonly logged: number | null
  /** When the log was written last, Unix milliseconds; null: there is none. */
  readonly loggedAt: number | null
  /** Told when nobody is in it any more, or when it is over. */
  readonly empty: (room: Room) => void
  /** Told when somebody came or went. */
  readonly came: (room: Room) => void
  readonly report: (error: unknown) => void
}

/** One document that several people write in, while somebody is in it. */
export interface Room {
  readonly id: string
  readonly path: ContentPath
  readonly isEmpty: boolean
  /** All who are in it. */
  readonly people: readonly Present[]
  /** It is over: whoever joins the document gets another room. */
  readonly isClosed: boolean
  join(member: Member, back: Back | null): Promise<Membership>
  /** Saves what is not saved; false when that failed. */
  save(): Promise<boolean>
  /** Those who are in the document at another service. */
  guests(people: readonly Here[]): void
  /**
   * The document is that of another service from now on; false, and nothing is done, where it cannot be. Whoever
   * is in it joins again, but for who stands for that service.
   */
  adopt(document: Adopted): Promise<boolean>
  /** The file was written, moved, deleted or put back by somebody. */
  written(hash: string, isProgram: boolean): void
  moved(path: ContentPath): void
  gone(): void
  restored(path: ContentPath): void
  /** All that is not saved is, or is in the log. */
  close(message: string | null): Promise<void>
}

interface Inside {
  readonly member: Member
  readonly client: number
  /** Of the document that they are in: of another one nothing is theirs. */
  epoch: string
  /** How many of their writes are in the document, or were refused. */
  writes: number
  hasTried: boolean
  /** What they write is taken one after the other. */
  writing: Promise<unknown>
}

/** Somebody wrote. */
interface Wrote {
  readonly session: string
  readonly person: Person
}

/** A log that has grown by more than this is written anew when all of it is saved. */
const LONG_LOG = 512 * 1024
/** Those who may write by a number, as far as the log tells. */
const MOST_WRITERS = 1000
const MOST_PEOPLE = 50

export function openRoom(parts: RoomParts): Room {
  const { store, threads, keys, empty, report } = parts
  const room = parts.entry.id
  const inside = new Set<Inside>()
  const presence = openPresence(() => parts.came(self))
  const writers = new Map(parts.writers.map((writer) => [writer.client, writer]))
  /** The numbers of those that the log tells. */
  const logged = new Set(writers.keys())
  let { path } = parts.entry
  let hash = parts.entry.hash
  const outside = openOutsideWrites(
    hash,
    parts.opened.wasWritten ? { by: parts.entry.modifiedBy, isProgram: false } : null
  )
  /** What the file is getting from here, while it does. */
  let next: string | null = null
  let epoch: string = parts.opened.epoch
  let kind: RoomKind = parts.opened.kind
  let isGone = false
  /** How many are about to be in it. */
  let joining = 0
  let isClosed = false
  /** What people write, until the document has it. */
  const underWay = new Set<Promise<void>>()
  /** Who wrote since it was saved last: of each person the latest. */
  let wrote = new Map<string, Wrote>()
  /** Who wrote what the file holds, since a version of it was kept; none where that is not known here. */
  let since = new Map<string, Person>()
  /** What other programs have written, and was not looked at. */
  const byPrograms = new Set<string>()
  /** Its log was written then, or later. */
  const keptAt = parts.loggedAt === null || isOld(parts.loggedAt) ? Date.now() : parts.loggedAt
  /** What happens to the file by others is looked at one after the other. */
  let looking: Promise<unknown> = Promise.resolve()

  const log: KeptLog = keepLog(store.rooms, room, parts.logged, async () => [
    ...(await threads.call('snapshot', { room })),
    ...[...writers.values()].slice(-MOST_WRITERS)
  ])
  const saving: SaveLoop = saveLoop(save)

  const tell = (news: News, except?: Inside) => {
    for (const one of [...inside]) if (one !== except) one.member.tell(news)
  }

  async function save(): Promise<boolean> {
    await Promise.all(underWay)
    if (isGone || isClosed) return true
    const {
      bytes,
      hash: made,
      told,
      after
    } = await log.still(async () => {
      const found = await toSave()
      // what a crash leaves in the file must be known by the log: the disk takes both at once
      const after = found.bytes ? log.add([{ kind: 'saving', hash: found.hash }]) : undefined
      after?.catch(() => undefined)
      return { ...found, after }
    })
    if (!bytes || !after) {
      told(made)
      return true
    }
    next = made
    const all = [...wrote.values()]
    wrote = new Map()
    try {
      const writers = since.size > 0 ? { writers: [...since.values()] } : {}
      const { kept } = await store.write(path, bytes, {
        ...authorOf(all),
        ...writers,
        condition: isStillOurs,
        after
      })
      if (kept) since = new Map()
      for (const { person } of all) since.set(person.email, person)
    } catch (error) {
      wrote = new Map([...all.map((one) => [one.person.email, one] as const), ...wrote])
      return failed(error)
    } finally {
      next = null
    }
    hash = made
    outside.became(hash, null)
    // what is asked of the document next comes after that
    const known = threads.call('saved', { room, hash })
    told(hash)
    await known
    await log.add([{ kind: 'saved', hash }])
    // others would wait while it is read or carried into: whoever is in it joins it again, elsewhere
    if (threads.hasOutgrown(room, bytes.length) && joining === 0 && underWay.size === 0)
      void over('The document has become large. It goes on in a moment.').catch(report)
    else if (log.grown > LONG_LOG) await log.anew()
    return true
  }

  /** What the file is to hold, and who is told of it when it does. */
  async function toSave() {
    const writes = [...inside].map((one) => [one, one.writes] as const)
    const made = await threads.call('toSave', { room })
    const told = (hash: string) => {
      for (const [one, upTo] of writes)
        if (inside.has(one)) one.member.tell({ kind: 'saved', hash, vector: made.vector, upTo })
    }
    return { ...made, told }
  }

  async function failed(error: unknown): Promise<boolean> {
    if (!(error instanceof GalleyError)) report(error)
    else if (error.reason === 'precondition-failed') {
      await look()
      // what was taken in is what is to be saved now
      return false
    }
    const reason = error instanceof GalleyError ? error.reason : 'internal'
    tell({ kind: 'unsaved', reason, message: error instanceof Error ? error.message : String(error) })
    return false
  }

  function isStillOurs(current: FileEntry | null): void {
    if (current?.id === room && current.hash === hash) return
    throw new GalleyError('precondition-failed', 'The file was written meanwhile.', { where: path })
  }

  /** Who saves it: one person in one window like always (V3), several together (VR5). */
  function authorOf(all: readonly Wrote[]) {
    const everybody = [...inPerson().map(({ member }) => member), ...all]
    const last = all.at(-1) ?? everybody.at(-1)
    // what is only in the log was written by those whom it names
    if (!last) return { by: [...writers.values()].at(-1)?.person ?? { email: 'somebody@localhost' } }
    const by = last.person
    if (new Set(everybody.map(({ session }) => session)).size <= 1) return { by, session: last.session }
    const emails = [...new Set(everybody.map(({ person }) => person.email))].sort()
    const session = `room-${createHash('sha256').update(emails.join('\n')).digest('hex').slice(0, 16)}`
    return { by, session, collaborative: true }
  }

  /** Looks at what is in the file, and takes in what others have done there. */
  function look(): Promise<void> {
    const look = looking.then(lookNow)
    looking = look.catch(report)
    return look
  }

  async function lookNow(): Promise<void> {
    if (isGone || isClosed) return
    const found = await store.read(path)
    if (found?.entry.id !== room) return
    const { entry, bytes } = found
    const written = await threads
      .call('written', { room, bytes, hash: entry.hash })
      .catch(async (error: unknown) => {
        await over(error instanceof Error ? error.message : String(error))
        return null
      })
    if (written === null) return
    hash = entry.hash
    if (written.kind === 'same') return
    const by: OutsideWrite = { by: entry.modifiedBy, isProgram: byPrograms.delete(hash) }
    outside.became(hash, by)
    since = new Map()
    if (written.kind === 'anew') return begunAnew(written.opened, () => true)
    // what is in the document and not in its log would be nobody's when this ends
    if (!(await log.add(written.entries).then(...isDone)))
      return over('The document was interrupted. It goes on in a moment.')
    const update = written.entries.find((one) => one.kind === 'update')
    tell({ kind: 'outside', ...by, bytes: update?.bytes ?? null })
    if (written.isUnsaved) saving.changed()
    else (await toSave()).told(hash)
  }

  /** It is another document by now. @param isTold who joins it again */
  async function begunAnew(opened: Opened, isTold: (one: Inside) => boolean): Promise<void> {
    ;({ epoch, kind } = opened)
    writers.clear()
    logged.clear()
    await log.anew()
    for (const one of [...inside]) {
      if (!isTold(one)) {
        one.epoch = epoch
        continue
      }
      inside.delete(one)
      presence.leave(one)
      one.member.tell({ kind: 'anew', epoch })
    }
    if (opened.isUnsaved) saving.changed()
    empty(self)
  }

  /** Nothing is saved or looked at meanwhile: what the log tells of that must be told of the same document. */
  function adopt(document: Adopted): Promise<boolean> {
    return saving.between(() => {
      const adopting = looking.then(async () => {
        if (isGone || isClosed) return false
        const opened = await threads.call('adopt', { room, ...document }).catch(broken)
        if (opened) await begunAnew(opened, ({ member }) => !member.relay).catch(broken)
        return opened !== null
      })
      looking = adopting.catch(() => undefined)
      return adopting
    })
  }

  /** The document may be half of what it was: whoever is in it joins again, and it begins from its log. */
  async function broken(error: unknown): Promise<never> {
    await over('The document was interrupted. It goes on in a moment.')
    throw error
  }

  /** It cannot go on: what the file holds now is nothing that is shared. */
  async function over(message: string): Promise<void> {
    await self.close(message)
    empty(self)
  }

  async function write(one: Inside, update: Uint8Array) {
    if (!inside.has(one)) return 'closed' as const
    one.hasTried = true
    // each builds on the one before
    const writing = one.writing.then(() => writeNow(one, update))
    const done = writing.then(
      () => void (one.writes += 1),
      () => undefined
    )
    one.writing = done
    underWay.add(done)
    void done.then(() => underWay.delete(done))
    return writing
  }

  async function writeNow(one: Inside, update: Uint8Array) {
    if (isGone || isClosed) return 'closed' as const
    const refused = await threads
      .call('refusalOf', {
        room,
        epoch: one.epoch,
        client: one.member.relay ? null : one.client,
        update
      })
      .catch(broken)
    if (refused !== null) return refused
    // the document began anew meanwhile: its log is that of another one
    const isOfThis = () => one.epoch === epoch
    if (!isOfThis()) return 'closed' as const
    const writer = writers.get(one.client)
    const news: RoomEntry[] = writer && !logged.has(one.client) ? [writer] : []
    // first the log: what is in the document is seen by all who join it, and must not be lost any more
    let isTaken = false
    const take = async () => {
      isTaken = await threads.call('take', { room, epoch: one.epoch, update }).catch(broken)
    }
    await log.add([...news, { kind: 'update', bytes: update }], { isOfThis, take })
    if (!isTaken) return 'closed' as const
    logged.add(one.client)
    const { session, relay } = one.member
    const people = relay?.by() ?? [one.member.person]
    for (const person of people) {
      wrote.delete(person.email)
      wrote.set(person.email, { session, person })
    }
    saving.changed()
    // others hear of what will not be lost any more: what they build on it must not stand on nothing
    const [by = one.member.person] = people
    if (relay?.isOutside() === true) tell({ kind: 'outside', by, isProgram: false, bytes: update }, one)
    else tell({ kind: 'update', bytes: update }, one)
    return null
  }

  /** Those who are there themselves. */
  function inPerson(): Inside[] {
    return [...inside].filter(({ member }) => !member.relay)
  }

  async function join(member: Member, back: Back | null): Promise<Membership> {
    joining += 1
    return joinNow(member, back).finally(() => (joining -= 1))
  }

  async function joinNow(member: Member, back: Back | null): Promise<Membership> {
    if (!member.relay && inPerson().length >= MOST_PEOPLE)
      throw new GalleyError(
        'too-many',
        sentence`${{ most: MOST_PEOPLE }} people are in this document already.`,
        {
          where: path
        }
      )
    let number = await numberOf(member, back)
    // the document became another one meanwhile: a number is good in one of them alone
    while (number.epoch !== epoch) number = await numberOf(member, back)
    const { client, key } = number
    // the line that was cut, of somebody who is here again
    for (const other of [...inside]) if (other.client === client) leave(other)
    const one: Inside = {
      member,
      client,
      epoch,
      writes: 0,
      hasTried: false,
      // by the same number something may be on its way still
      writing: Promise.all(underWay)
    }
    inside.add(one)
    if (member.relay) presence.watch(one)
    else presence.enter(one)
    return {
      kind,
      epoch,
      path,
      client,
      key,
      hash,
      outsideSince: (known) => outside.since(known),
      since: (vector) => threads.call('since', { room, vector, ...(!member.relay && { epoch: one.epoch }) }),
      vector: () => threads.call('vector', { room }),
      write: (update) => write(one, update),
      save: () => void saving.asked(),
      here: (place) => presence.move(one, place),
      leave: () => leave(one)
    }
  }

  /** What a member writes by. */
  async function numberOf({ person, relay, isMany = false }: Member, back: Back | null) {
    const of = epoch
    if (relay) return { epoch: of, client: 0, key: '' }
    const client =
      back && isOwn(back, person) ? back.client : await threads.call('newClient', { room, isMany })
    const key = keys.keyTo({ room, epoch: of, client, email: person.email })
    if (of === epoch && !writers.has(client))
      writers.set(client, { kind: 'writer', client, person, key: hashOf(key) })
    return { epoch: of, client, key }
  }

  function isOwn({ client, key }: Back, { email }: Person): boolean {
    const writer = writers.get(client)
    if (writer && writer.person.email !== email) return false
    return keys.isKeyTo({ room, epoch, client, email }, key)
  }

  function leave(one: Inside): void {
    if (!inside.delete(one)) return
    presence.leave(one)
    // who never wrote leaves no trace
    if (!one.hasTried && !logged.has(one.client)) writers.delete(one.client)
    if (inPerson().length > 0) return
    void one.writing.then(() => saving.now()).then(() => empty(self), report)
  }

  const self: Room = {
    id: room,
    get path() {
      return path
    },
    get isEmpty() {
      return inPerson().length + joining === 0
    },
    get people() {
      return isGone || isClosed ? [] : presence.people
    },
    get isClosed() {
      return isClosed
    },
    join,
    guests: (people) => presence.guests(people),
    adopt,
    save: () => saving.asked(),
    written(now, isProgram) {
      if (now === hash || now === next) return
      if (isProgram) byPrograms.add(now)
      void look().catch(report)
    },
    moved(to) {
      path = to
      tell({ kind: 'moved', path })
    },
    gone() {
      isGone = true
      tell({ kind: 'deleted' })
    },
    restored(to) {
      path = to
      isGone = false
      tell({ kind: 'back' })
      saving.changed()
      void look().catch(report)
    },
    async close(message) {
      if (isClosed) return
      if (message === null) {
        await saving.now()
        await looking
        // what somebody else did just now is taken in
        await saving.now()
        if (log.isBegun && (log.grown > 0 || isOld(keptAt))) await log.anew().catch(report)
      }
      isClosed = true
      saving.stop()
      presence.stop()
      tell({ kind: 'bye', message: message ?? 'The document was closed.' })
      inside.clear()
      parts.came(self)
      await threads.close(room)
    }
  }
  if (parts.opened.isAnew || (parts.loggedAt !== null && isOld(parts.loggedAt))) void log.anew().catch(report)
  else if (parts.opened.more.length > 0) void log.add(parts.opened.more).catch(report)
  if (parts.opened.isUnsaved) saving.changed()
  return self
}

/** A log is kept for so long after somebody was there last (RT8): its time is made a new one once a day. */
const A_DAY = 24 * 60 * 60 * 1000
const isOld = (at: number) => at < Date.now() - A_DAY

/** Whether something could be done. */
const isDone = [() => true, () => false] as const

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
