import * as Y from 'yjs'
import { GalleyError } from '../../common/errors'
import type { Person } from '../../common/person'
import type { ContentPath } from '../../common/content/paths'
import { adoptedName } from '../../common/rooms/epoch'
import { isBlock } from '../../common/rooms/numbers'
import type { RoomsLine } from '../../common/rooms/window/rooms-line'
import type { WhyApart } from '../../common/sync'
import type { RoomsHere } from '../rooms'
import type { KeyedRecords, Store } from '../store/types'
import type { PairedFile, RelayedFile } from '../sync'
import { CommonGround } from './common-ground'
import { covers } from './covers'
import { Here } from './here'
import { There, type Written } from './there'

interface Parts {
  readonly place: { readonly path: ContentPath; readonly id: string }
  readonly file: PairedFile
  readonly store: Pick<Store, 'read'>
  readonly rooms: RoomsHere
  readonly records: KeyedRecords<RelayedFile>
  readonly line: RoomsLine
  /** The server has rooms, but gives nobody the numbers of others. */
  readonly unable: () => void
  /** Told when it begins to be one with that of the server, with null, and when not, why. */
  readonly stands: (why: WhyApart | null) => void
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

/** So long both sides are waited for until it is begun anew, and so long until what is ended is in both files. */
const JOINING = 30_000
const ENDING = 8000
/** So long what was written there is waited for, where nothing may be written any more. */
const LAST_SAVE = 5000
/** What is to end has both files saved as often as that. */
const SAVING_AGAIN = 500
/** After so long away, what comes is told as what was written elsewhere. */
const LONG_AWAY = 5000
/** After so long away, what both had in common is written down. */
const AWAY = 2000

/**
 * Keeps the document of one file here alike with that of the server, while people write in it (RT13). It is one
 * document at both: the one there is taken over here, and from then on all that is written goes through as it is.
 */
export class RelayedDocument {
  /** Resolves when it is over. */
  readonly ended: Promise<Ending>
  /** Both are one document. */
  isBeside = false
  private end: (ending: Ending) => void = () => undefined
  private isOver = false
  private isLeaving = false
  private isBeginning = false
  private isEnding = false
  /** Nothing more may be written there. */
  private isRefused = false
  /** When the sync was asked to look. */
  private lookedAt = 0
  private late: ReturnType<typeof setTimeout> | undefined
  /** What comes was written while nobody heard of it here. */
  private wasAway = false
  private isHereSaved = false
  private there: There | null = null
  private here: Here | null = null
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private readonly ground: CommonGround

  constructor(private readonly parts: Parts) {
    this.ground = new CommonGround(parts)
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
    if (this.isLeaving || this.isOver) return
    this.isLeaving = true
    this.late = setTimeout(() => void this.over(this.isSettled ? 'let-go' : this.unfinished), ENDING)
    this.saveBoth()
  }

  /** Somebody is in it again. */
  stay(): void {
    this.isLeaving = false
    clearTimeout(this.late)
  }

  /** How it ends where it could not be finished: what is under way is not given up. */
  private get unfinished(): Ending {
    return this.isBeside || this.ground.isKnown ? 'again' : 'let-go'
  }

  /** Both files hold all of it, as far as is known. */
  private get isSettled(): boolean {
    const { there } = this
    return this.isBeside && there?.awaySince === null && this.isHereSaved && there.isSaved
  }

  /** It is over, as it is: another one goes on. @param why where that is known */
  async over(ending: Ending, why?: WhyApart): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.late)
    for (const timer of this.timers) clearTimeout(timer)
    const { place, rooms, report } = this.parts
    rooms.guests(place.id, [])
    this.here?.end()
    this.there?.end()
    if (why || this.isBeside) this.parts.stands(why ?? 'joining')
    if (ending === 'done') await this.ground.done().catch(report)
    if (ending === 'let-go') await this.letGo().catch(report)
    this.end(ending)
  }

  /** It was tried in vain for long enough: the sync has the file again. */
  letGo(): Promise<void> {
    return this.ground.giveUp()
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
    void this.over('again', 'failed')
  }

  /** Does something that may fail, if it is not over. */
  private does(work: () => Promise<unknown>): void {
    if (!this.isOver) void work().catch((error: unknown) => this.failed(error))
  }

  private async begin(): Promise<void> {
    const { place, file, rooms, line, person, session, report } = this.parts
    await this.ground.takeUp()
    this.wasAway = this.ground.isKnown
    const over = (isForGood: boolean, why: WhyApart) => void this.over(isForGood ? 'let-go' : 'again', why)
    const here = await Here.join({
      rooms,
      path: place.path,
      person,
      session,
      report,
      heard: {
        wrote: (update) => this.wroteHere(update),
        saved: (vector) => {
          this.isHereSaved = this.there?.doc ? covers(vector, this.there.doc) : false
          this.changed()
        },
        gap: () => this.does(() => this.meet()),
        people: (people) => this.there?.shows(people),
        anew: (epoch) => this.does(() => this.anewHere(epoch)),
        over
      }
    })
    this.here = here
    if (this.hasEnded()) return here.end()
    const there = this.ground.written
    const isSame = there && here.epoch === adoptedName(there.epoch, there.client)
    this.there = new There(
      line,
      { path: file.there, session, written: isSame ? there : null },
      {
        changed: () => this.changed(),
        wrote: (update, by) => this.wroteThere(update, by),
        anew: (doc) => this.does(() => this.anewThere(doc)),
        people: (people) => rooms.guests(place.id, people),
        readOnly: () => this.refused(),
        over
      }
    )
    this.later(JOINING, () => this.does(() => this.notJoined()))
  }

  /** A server that answers and holds no line, such as behind a proxy that keeps streams back, has no part in this. */
  private async notJoined(): Promise<void> {
    if (this.isBeside) return
    const isReached =
      this.there?.doc === null && (await this.parts.file.hashThere().catch(() => null)) !== null
    await (isReached ? this.over('let-go', 'no-line') : this.over('again', 'away'))
  }

  /** What is written goes through, just now. */
  get isAlike(): boolean {
    return this.isBeside && !this.isOver && !this.isRefused && this.there?.awaySince === null
  }

  private changed(): void {
    if (this.isOver) return
    const { there } = this
    if (this.isAlike) this.parts.stands(null)
    else if (there?.isCut === true) this.parts.stands('away')
    if (!this.here || !there?.doc) return
    if (this.isRefused) return this.does(() => this.letGoAlike())
    const away = there.awaySince
    if (away !== null) {
      const isStill = () => there.awaySince === away
      if (this.isBeside) this.later(AWAY, () => isStill() && this.does(() => this.keepCommon(there)))
      this.later(LONG_AWAY, () => (this.wasAway ||= isStill()))
    } else if (this.isBeside) {
      this.wasAway = false
      if (this.ground.base) this.does(() => this.ground.keep(this.ground.written, null))
      this.look()
    } else this.does(() => this.stand())
  }

  /** Nothing more may be written there: the sync has the file, as soon as it can go on from what both have. */
  private refused(): void {
    if (!this.isBeside) return void this.over('let-go', 'may-not-write')
    if (this.isRefused) return
    this.isRefused = true
    this.parts.stands('may-not-write')
    this.there?.save()
    this.later(LAST_SAVE, () => void this.over('let-go', 'may-not-write'))
  }

  private async letGoAlike(): Promise<void> {
    const { here, there } = this
    const known = there?.inFile()
    if (!here || !there || !known) return
    const { hash } = there
    // what is there and not here yet would look as if somebody had taken it away here
    const isHere = await here.has(known)
    const text = await this.textOf(known)
    if (isHere && text !== null && !this.isOver && (await this.ground.agree(text, hash)))
      await this.over('let-go', 'may-not-write')
  }

  /** Ends it where it is to end, and is done. */
  private look(): void {
    if (this.isLeaving && this.isSettled && !this.isEnding) this.does(() => this.finish())
  }

  /** Has all be in both files, until it is. */
  private saveBoth(): void {
    if (this.isOver || !this.isLeaving) return
    if (!this.isSettled) {
      this.here?.save()
      this.there?.save()
    }
    this.look()
    this.later(SAVING_AGAIN, () => this.saveBoth())
  }

  /** It is done when the sync knows as well that both files are the same: else it would go on from an earlier state. */
  private async finish(): Promise<void> {
    const { here, there } = this
    this.isEnding = true
    try {
      const hash = here?.hash
      if (hash === undefined || there?.hash !== hash) return
      if (Date.now() - this.lookedAt > ENDING) {
        this.lookedAt = Date.now()
        this.parts.file.look()
      }
      const agreed = await this.parts.file.common()
      if (agreed?.hash === hash && here?.hash === hash && this.isLeaving && this.isSettled)
        await this.over('done')
    } finally {
      this.isEnding = false
    }
  }

  private wroteHere(update: Uint8Array): void {
    this.isHereSaved = false
    if (this.isBeside) this.there?.write(update)
  }

  private wroteThere(update: Uint8Array, by: readonly Person[]): void {
    this.isHereSaved = false
    if (this.isBeside) this.writeHere(update, by)
  }

  private writeHere(update: Uint8Array, by: readonly Person[]): void {
    const { host, server } = this.parts.file
    const somebody = { email: `somebody@${host.replace(/:.*$/, '')}`, name: server }
    this.here?.write(update, by.length > 0 ? by : [somebody], this.wasAway)
  }

  /** Both are there: the document there is taken over here, unless it was before, and all goes through. */
  private async stand(): Promise<void> {
    const { here, there } = this
    const written = there?.written
    if (this.isBeginning || !here || !there || !written) return
    this.isBeginning = true
    try {
      if (!isBlock(written.client)) {
        this.parts.unable()
        return await this.over('let-go', 'older')
      }
      if (!there.isBack && !(await this.adopt(here, there, written)))
        return await this.over('let-go', 'to-compare')
      if (there.isBack && this.ground.base) await this.ground.keep(written, null)
      await this.meet()
    } finally {
      this.isBeginning = false
    }
    this.changed()
  }

  private async adopt(here: Here, there: There, written: Written): Promise<boolean> {
    const { ground } = this
    const { rooms, place } = this.parts
    // of what was under way to a document that began anew, nobody knows whether it arrived
    const base = ground.isKnown ? ground.base : await ground.find({ here, there }, written)
    if (base?.of !== here.epoch || !there.doc) return false
    if (ground.written?.client !== written.client) await ground.keep(written, base)
    const { epoch, client: block } = written
    const state = Y.encodeStateAsUpdate(there.doc)
    if (this.isOver || !(await rooms.adopt(place.id, { epoch, block, state, base: base.text }))) return false
    here.epoch = adoptedName(epoch, block)
    return true
  }

  /** What one has and the other lacks goes there, and from then on all that is written. */
  private async meet(): Promise<void> {
    const { here, there } = this
    if (!here || !there) return
    const vector = await here.vector()
    if (this.isOver || !there.doc) return
    const lacking = Y.encodeStateAsUpdate(there.doc, vector)
    this.isBeside = true
    if (!isNothing(lacking)) this.writeHere(lacking, there.writersOf(lacking))
    const sending = await here.since(Y.encodeStateVector(there.doc))
    if (!this.hasEnded()) there.write(sending)
  }

  /** The document here began anew: it takes that of the server over once more, with what is here only. */
  private async anewHere(epoch: string): Promise<void> {
    const { ground } = this
    const known = this.isBeside ? (this.there?.known() ?? null) : null
    const text = known ? await this.textOf(known) : (ground.base?.text ?? null)
    if (ground.isKnown) await ground.keep(null, text === null ? null : { of: epoch, text })
    await this.over('again')
  }

  /** The document there began anew. @param known what the one before had for certain */
  private async anewThere(known: Y.Doc | null): Promise<void> {
    const { here } = this
    if (here && this.isBeside) {
      const text = known && (await this.textOf(known))
      await this.ground.keep(null, text === null ? null : { of: here.epoch, text })
    } else known?.destroy()
    await this.over('again')
  }

  /** What both have for certain is known on the disk while one is away: it may come back as another document. */
  private async keepCommon(there: There): Promise<void> {
    const { here } = this
    const known = there.known()
    if (!here || !known || !there.written) return known?.destroy()
    const text = await this.textOf(known)
    if (text !== null && there.awaySince !== null)
      await this.ground.keep(there.written, { of: here.epoch, text })
  }

  private textOf(doc: Y.Doc): Promise<string | null> {
    return this.ground.textOf(doc, this.there?.kind ?? 'text')
  }

  private hasEnded(): boolean {
    return this.isOver
  }
}

function isNothing(update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update)
  return structs.length === 0 && ds.clients.size === 0
}
