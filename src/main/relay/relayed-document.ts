import { fromBase64, toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import { GalleyError } from '../../common/errors'
import { decodeText } from '../../common/formats/text/encoding'
import type { Person } from '../../common/person'
import type { Exchanged } from '../../common/rooms/exchange'
import type { RoomsLine } from '../../common/rooms/window/rooms-line'
import type { Unsaved } from '../../common/rooms/window/joined-document'
import type { RoomsHere } from '../rooms'
import type { KeyedRecords, Store } from '../store/types'
import type { PairedFile, RelayedFile } from '../sync'
import { lineHere, type Place } from './lines'
import { Side } from './side'

interface Parts {
  readonly place: Place
  readonly file: PairedFile
  readonly store: Pick<Store, 'read'>
  readonly rooms: RoomsHere
  readonly records: KeyedRecords<RelayedFile>
  readonly line: RoomsLine
  /** Who stands for what is relayed here. */
  readonly person: Person
  /** The editing session of what is relayed. */
  readonly session: string
  readonly report: (error: unknown) => void
}

/**
 * How a relay ended: `done`, both files hold all of it; `again`, it goes on with another one; `let-go`, it
 * cannot be for now, and the sync has the file.
 */
type Ending = 'done' | 'again' | 'let-go'

/** Milliseconds between two exchanges, and how much of the time they may take. */
const BETWEEN = 100
const LONGEST = 2000
const SHARE = 4
/** So long both sides are waited for until it is begun anew, and so long until what is ended is in both files. */
const JOINING = 30_000
const ENDING = 8000
/** So long after one was let go what both documents had in common is in both files. */
const SPENT = 30_000
/** After so long away, what comes is told as what was written elsewhere. */
const LONG_AWAY = 5000

/** Keeps the document of one file here alike with that of the server, while people write in it (RT13). */
export class RelayedDocument {
  /** Resolves when it is over. */
  readonly ended: Promise<Ending>
  private end: (ending: Ending) => void = () => undefined
  private isOver = false
  private isBeside = false
  private isLeaving = false
  private isRunning = false
  /** What comes now was written while nobody heard of it. */
  private isLate = false
  /** Both have been there once; of what was lost since, a late one is told. */
  private wasAway = false
  private common = ''
  private there: Side | null = null
  private here: Side | null = null
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private isBeginning = false
  private last: RelayedFile['last'] = null

  constructor(private readonly parts: Parts) {
    this.ended = new Promise((resolve) => (this.end = resolve))
    void this.begin().catch((error: unknown) => this.failed(error))
  }

  /** The pair that its file is in. */
  get pair(): string {
    return this.parts.file.pair
  }

  /** The file's id. */
  get id(): string {
    return this.parts.place.id
  }

  /** Ends it when both files hold all of it; after a while, as it is. */
  leave(): void {
    if (this.isLeaving) return
    this.isLeaving = true
    this.here?.save()
    this.there?.save()
    this.later(ENDING, () => void this.over(this.isBeside ? 'again' : 'let-go'))
    this.changed()
  }

  /** It is over, as it is: another one goes on. */
  async over(ending: Ending): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    for (const timer of this.timers) clearTimeout(timer)
    const { place, rooms, report } = this.parts
    rooms.guests(place.id, [])
    this.here?.end()
    this.there?.end()
    if (ending !== 'again') await this.forget(ending).catch(report)
    this.end(ending)
  }

  /** The sync has the file again. */
  private async forget(ending: Ending): Promise<void> {
    const { place, file, records } = this.parts
    if (this.isBeside || this.last !== null) {
      const agreed = (await file.common().catch(() => null))?.hash ?? null
      const now = Date.now()
      // what is done is in both files; of what was let go some may be on its way to them
      const spent = { at: ending === 'done' ? 0 : now, agreed }
      await records.put(place.id, { pair: file.pair, path: place.path, at: now, last: null, spent })
    } else if ((await records.get(place.id))?.spent === undefined) await records.remove(place.id)
  }

  private later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, milliseconds)
    this.timers.add(timer)
  }

  private failed(error: unknown): void {
    if (!(error instanceof GalleyError)) this.parts.report(error)
    void this.over('again')
  }

  private async begin(): Promise<void> {
    const { place, file, records, rooms, line, person, session, report } = this.parts
    const known = await records.get(place.id)
    const isOurs = known?.pair === file.pair && known.path === place.path
    this.last = isOurs ? known.last : null
    // whoever looks after it now says so before anything is done
    if (isOurs) await records.change(place.id, (now) => now && { ...now, at: Date.now() })
    if (this.isOver) return
    const heard = {
      changed: () => this.changed(),
      over: (isForGood: boolean) => void this.over(isForGood ? 'let-go' : 'again')
    }
    this.there = new Side(
      line,
      { path: file.there, session, left: leftOf(this.last?.there) },
      { ...heard, people: (people) => rooms.guests(place.id, people) }
    )
    const by = () =>
      this.there?.writer ?? { email: `somebody@${file.host.replace(/:.*$/, '')}`, name: file.server }
    const here = lineHere(rooms, { person, relay: { by, isOutside: () => this.isLate }, report })
    this.here = new Side(
      here,
      { path: place.path, session, left: leftOf(this.last?.here) },
      { ...heard, people: (people) => this.there?.idle(people.every(({ isIdle }) => isIdle)) }
    )
    this.later(JOINING, () => void this.notJoined())
  }

  /** A server that answers and holds no line, such as behind a proxy that keeps streams back, has no part in this. */
  private async notJoined(): Promise<void> {
    if (this.isBeside || this.isOver) return
    const isReached =
      this.there?.doc === null && (await this.parts.file.hashThere().catch(() => null)) !== null
    await this.over(isReached ? 'let-go' : 'again')
  }

  private changed(): void {
    if (this.isOver) return
    const { here, there } = this
    if (!here?.doc || !there?.doc) return
    const away = there.awaySince
    if (away !== null || here.awaySince !== null) {
      this.wasAway ||= away !== null && Date.now() - away > LONG_AWAY
      if (away !== null) this.later(LONG_AWAY + 10, () => (this.wasAway ||= there.awaySince === away))
      return
    }
    if (!this.isBeside) void this.stand(here, there).catch((error: unknown) => this.failed(error))
    else void this.run(here, there).catch((error: unknown) => this.failed(error))
  }

  /** Finds out what both have held last, and goes on from there. */
  private async stand(here: Side, there: Side): Promise<void> {
    if (this.isBeginning) return
    this.isBeginning = true
    try {
      if (here.kind !== there.kind) return await this.over('let-go')
      if (this.last) {
        // of what was under way to a document that began anew, nobody knows whether it arrived
        const isSure = (side: Side, { update }: Unsent) => side.isBack || isNothing(fromBase64(update))
        if (!isSure(here, this.last.here) || !isSure(there, this.last.there)) return await this.over('let-go')
        this.common = this.last.common
        this.wasAway = true
      } else {
        const found = await this.ground(here, there)
        if (found === null || this.isOver) return await this.over('let-go')
        this.common = found
      }
      await this.beside(here, there)
    } finally {
      this.isBeginning = false
    }
    this.changed()
  }

  /**
   * The text that both documents come from for certain; from then on no sync touches the file. Null where
   * that is not known.
   */
  private async ground(here: Side, there: Side): Promise<string | null> {
    const { place, file, store, records } = this.parts
    return file.atRest(async () => {
      const stored = await store.read(place.path)
      if (stored?.entry.id !== place.id || stored.entry.hash !== here.hash) return null
      const common = here.hash === there.hash ? stored : await file.common()
      const spent = (await records.get(place.id))?.spent
      if (
        spent &&
        (Date.now() - spent.at < SPENT || (common && 'hash' in common && common.hash === spent.agreed))
      )
        return null
      // a write of which the room there has not heard yet would look as if its people had taken it back
      if (!common || (here.hash !== there.hash && (await file.hashThere()) !== there.hash)) return null
      const text = decodeText(common.bytes)
      if (text.kind !== 'text') return null
      await records.put(place.id, { pair: file.pair, path: place.path, at: Date.now(), last: null })
      return text.text
    })
  }

  private async beside(here: Side, there: Side): Promise<void> {
    const { rooms, place } = this.parts
    here.news()
    there.news()
    await rooms.call('beside', {
      room: place.id,
      kind: here.kind,
      common: this.common,
      here: stateOf(here),
      there: stateOf(there)
    })
    this.isBeside = true
    await this.run(here, there, true)
  }

  /** One exchange after the other, as long as there is something to tell. */
  private async run(here: Side, there: Side, isFirst = false): Promise<void> {
    if (this.isRunning) return
    this.isRunning = true
    try {
      let isDue = isFirst
      while (!this.isOver && here.awaySince === null && there.awaySince === null) {
        if (!isDue && !here.hasNews && !there.hasNews) break
        isDue = false
        const began = performance.now()
        await this.exchange(here, there)
        const pause = Math.min(LONGEST, Math.max(BETWEEN, SHARE * (performance.now() - began)))
        await new Promise<void>((resolve) => this.later(pause, resolve))
      }
    } finally {
      this.isRunning = false
    }
    if (this.isLeaving && here.isSaved && there.isSaved && !here.hasNews && !there.hasNews)
      await this.over('done')
  }

  private async exchange(here: Side, there: Side): Promise<void> {
    const { rooms, place } = this.parts
    const made = await rooms.call('exchange', { room: place.id, here: here.news(), there: there.news() })
    if (this.isOver) return
    if (!made) return this.over('let-go')
    if (made.here || made.there || made.common !== this.common) await this.keep(here, there, made)
    if (this.hasEnded()) return
    this.common = made.common
    this.isLate = this.wasAway
    if (made.there) there.write(made.there)
    if (made.here) here.write(made.here)
    this.wasAway = false
  }

  private hasEnded(): boolean {
    return this.isOver
  }

  /** What is about to be sent is known on the disk before: after a crash it is sent again as what it was. */
  private async keep(here: Side, there: Side, made: Exchanged): Promise<void> {
    const { place, file, records } = this.parts
    const last = {
      common: made.common,
      here: unsent(here.unsaved, made.here),
      there: unsent(there.unsaved, made.there)
    }
    if (!last.here || !last.there) return
    await records.put(place.id, {
      pair: file.pair,
      path: place.path,
      at: Date.now(),
      last: { common: last.common, here: last.here, there: last.there }
    })
  }
}

type Unsent = NonNullable<RelayedFile['last']>['here']

function unsent(unsaved: Unsaved | null, more: Uint8Array | null): Unsent | null {
  if (!unsaved) return null
  const { epoch, client, key, update } = unsaved
  return { epoch, client, key, update: toBase64(more ? Y.mergeUpdates([update, more]) : update) }
}

const leftOf = (kept: Unsent | undefined): Unsaved | null =>
  kept ? { ...kept, update: fromBase64(kept.update) } : null

function stateOf({ doc, unsaved }: Side) {
  return { state: Y.encodeStateAsUpdate(doc ?? new Y.Doc()), client: unsaved?.client ?? 0 }
}

function isNothing(update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update)
  return structs.length === 0 && ds.clients.size === 0
}
