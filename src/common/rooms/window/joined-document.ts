import * as Y from 'yjs'
import type { Person } from '../../person'
import { roomKinds, type RoomKind } from '../epoch'
import { MOST_FRAME, type Here } from '../frames'
import type { Heard, Joining, OnLine, Place, RoomsLine } from './rooms-line'

/** What a window had written and was not in the file when it ended; with it the window goes on where it was. */
export interface Unsaved {
  readonly epoch: string
  readonly client: number
  readonly key: string
  readonly update: Uint8Array
}

/** A document that has been joined. */
export interface Begun {
  readonly doc: Y.Doc
  readonly kind: RoomKind
  /** Of what the file holds. */
  readonly hash: string
  /** The words of an earlier window are in it. */
  readonly isBack: boolean
  /**
   * The document as it would be with the words of an earlier window, where they cannot go on by their own
   * number; to be destroyed. Null where there are none, or where they were written in another document.
   */
  readonly withLeft: Y.Doc | null
  /** The document that was here before it, without what the service has not taken; to be destroyed. */
  readonly before: { readonly kind: RoomKind; readonly taken: () => Y.Doc } | null
  /** Who wrote the file elsewhere while it was not heard of here; null: nobody, as far as is known. */
  readonly outside: { readonly by: Person; readonly isProgram: boolean } | null
}

/** What happens to a document that is joined. */
export interface DocumentNews {
  /**
   * It is there: the first time, or another one than before. What was written here and is not in it is in
   * what is shown, and is to be carried in. Nothing of it is sent before this has resolved: by then whoever
   * keeps a draft knows under which number it goes.
   */
  begun(begun: Begun): Promise<void>
  /** The file holds what is in `vector`; `hasAll`: and all that this window has written; `isOwn`: some of it new there. */
  saved(hash: string, hasAll: boolean, isOwn: boolean, vector: Uint8Array): void
  notSaved(reason: string, message: string): void
  /** Somebody wrote the file elsewhere. `change` shows what that changes here. */
  outside(by: Person, isProgram: boolean, change: () => void): void
  moved(path: string): void
  deleted(): void
  back(): void
  rights(mayWrite: boolean): void
  /** It is not joined, or nothing of it is taken: what is written here reaches nobody. */
  refused(reason: string, message: string): void
  /** Words of others are shown. */
  came(): void
  /** Who else is in it. */
  here(people: readonly Here[]): void
  /** The line is cut: it is joined again as soon as that is possible. */
  away(): void
}

/** Milliseconds in which what is written is one update. */
const TOGETHER = 50
/** Until what could not be taken in is sent again: twice as long each time. */
const FIRST_AGAIN = 1000
const MOST_AGAIN = 30_000
/** So long what others write waits at most, while somebody must not be disturbed. */
const LONGEST_WAIT = 2000

/** Of what is written that was not taken: those that are sent again; of the others nothing ever is. */
const passing: ReadonlySet<string> = new Set([
  'closed',
  'gap',
  'too-many',
  'disk-full',
  'io-failed',
  'read-only',
  'no-access',
  'internal'
])

/** What is written here. */
interface Own {
  /** That it was sent by. */
  readonly number: number | null
  readonly update: Uint8Array
  isTaken: boolean
}

/** What is known of the service is put together when it is in so many pieces. */
const MOST_PIECES = 1000

interface Parts {
  readonly line: Pick<RoomsLine, 'put'>
  readonly path: () => string
  /** The editing session (V3). */
  readonly session: string
  /** What an earlier window had written. */
  readonly left: Unsaved | null
  /** It stands for all who write at another service: it asks for the numbers of them all. */
  readonly isMany?: boolean
  /** What others write must wait. */
  readonly isBusy: () => boolean
  readonly news: DocumentNews
}

/**
 * One document that is written in together, at the window's end: what is written here goes to the service
 * until the file holds it, and what others write comes here, however often the line is cut.
 */
export class JoinedDocument implements OnLine {
  private doc: Y.Doc | null = null
  private epoch = ''
  private client = 0
  private key = ''
  /** Of what the file holds, as far as is known. */
  private hash: string | null = null
  private readonly place: Place
  private isIn = false
  /** What is written may be sent. */
  private isReady = false
  private mayWrite = true
  /** What is written here and is not in the file, as far as is known; with the number that it was sent by. */
  private own: Own[] = []
  /** What the service has, as far as is known. */
  private taken: Uint8Array[] = []
  private kind: RoomKind = 'text'
  private next = 0
  private sending: ReturnType<typeof setTimeout> | undefined
  private again: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private isEnded = false
  /** What others have written, and is not shown yet. */
  private waiting: (() => void)[] = []
  private showing: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly parts: Parts) {
    this.place = parts.line.put(this)
  }

  /** Whether something is written here that the file does not hold. */
  get isUnsaved(): boolean {
    return this.own.length > 0
  }

  /** Whether it reaches the service now. */
  get isThere(): boolean {
    return this.isIn
  }

  /** What another window would go on with, if this one ended now; null while nothing is joined. */
  get unsaved(): Unsaved | null {
    const { epoch, client, key, own } = this
    const update = own.length > 0 ? Y.mergeUpdates(own.map((one) => one.update)) : nothing()
    return this.doc && { epoch, client, key, update }
  }

  /** Whether something was sent of which nobody has said yet what became of it. */
  get isUnderWay(): boolean {
    return this.own.some(({ number, isTaken }) => number !== null && !isTaken)
  }

  /** What the service has, as far as is known; to be destroyed. */
  known(): Y.Doc {
    return docOf(this.taken)
  }

  /** Has all that is written be in the file; `saved` or `unsaved` tells. */
  save(): void {
    this.send()
    if (this.isIn) this.place.say({ say: 'save' })
  }

  /** Tells the others where one is in it. */
  here(at: Uint8Array | null, view: string | undefined, isIdle: boolean): void {
    if (this.isIn) this.place.say({ say: 'here', at, ...(view !== undefined && { view }), isIdle })
  }

  /** Sends what was not taken again, now. */
  resend(): void {
    clearTimeout(this.again)
    if (this.isUnsaved) this.rejoin()
  }

  /** Joins it once more, as after a while away. */
  rejoin(): void {
    this.isIn = false
    this.place.rejoin()
  }

  /** Shows what others have written and was waiting. */
  show(): void {
    clearTimeout(this.showing)
    this.showing = undefined
    for (const change of this.waiting.splice(0)) change()
  }

  end(): void {
    if (this.isEnded) return
    this.send()
    this.isEnded = true
    clearTimeout(this.sending)
    clearTimeout(this.again)
    clearTimeout(this.showing)
    this.place.leave()
    this.doc?.destroy()
  }

  joining(): Joining {
    const { doc, epoch, client, key, parts } = this
    const left = doc ? { epoch, client, key } : parts.left
    const vector = Y.encodeStateVector(doc ?? new Y.Doc())
    const { hash } = this
    const back = left && {
      epoch: left.epoch,
      client: left.client,
      key: left.key,
      vector,
      ...(hash !== null && { hash })
    }
    const { path, session, isMany } = parts
    return { path: path(), session, back, models: roomKinds, ...(isMany === true && { many: true as const }) }
  }

  cut(): void {
    this.isIn = false
    clearTimeout(this.sending)
    this.sending = undefined
    if (!this.isEnded) this.parts.news.away()
  }

  heard(said: Heard): void {
    if (this.isEnded) return
    const { news } = this.parts
    if (said.say === 'joined') return this.joined(said)
    if (said.say === 'refused') return news.refused(said.reason, said.message)
    // of what was said before it was joined again, `joined` has all
    if (!this.isIn) return
    switch (said.say) {
      case 'taken':
        this.failures = 0
        return this.isTaken(({ number }) => number === said.number)
      case 'rejected':
        // nothing of it is there
        this.own = this.own.map((one) => (one.number === said.number ? { ...one, number: null } : one))
        return this.rejected(said.reason, said.message)
      case 'update':
        return this.later(() => {
          this.take(said.bytes)
          news.came()
        })
      case 'outside': {
        const { by, isProgram, bytes } = said
        return this.later(() => news.outside(by, isProgram, () => bytes && this.take(bytes)))
      }
      case 'saved': {
        this.hash = said.hash
        const { length } = this.own
        this.isTaken(({ number }) => number !== null && number < said.upTo)
        this.own = this.own.filter(({ number }) => number === null || number >= said.upTo)
        const isOwn = this.own.length < length
        return this.later(() => news.saved(said.hash, this.own.length === 0, isOwn, said.vector))
      }
      case 'unsaved':
        return news.notSaved(said.reason, said.message)
      case 'anew':
        return this.rejoin()
      case 'bye':
        this.isIn = false
        news.away()
        return this.rejoin()
      case 'here':
        return news.here(said.people)
      case 'moved':
        return news.moved(said.path)
      case 'deleted':
        return news.deleted()
      case 'back':
        news.back()
        return this.rejoin()
      case 'rights':
        this.mayWrite = said.mayWrite
        news.rights(said.mayWrite)
        if (said.mayWrite && this.isUnsaved) this.rejoin()
    }
  }

  private joined(said: Extract<Heard, { readonly say: 'joined' }>): void {
    const { parts, doc: before, kind, taken } = this
    this.show()
    const was = before ? { epoch: this.epoch, client: this.client } : parts.left
    const isSame = was?.epoch === said.epoch && was.client === said.client
    // an update that builds on what the service has lost shows nothing
    const left = !before && parts.left?.epoch === said.epoch ? wholeOf([said.state, parts.left.update]) : null
    const isBack = isSame && (before !== null || left !== null)
    const doc = before && isBack ? before : new Y.Doc()
    if (isBack) left?.destroy()
    if (doc !== before) {
      this.own = []
      this.taken = []
    }
    this.doc = doc
    this.hash = said.hash
    const { outside } = said
    if (doc === before && outside)
      parts.news.outside(outside.by, outside.isProgram, () => this.take(said.state))
    else this.take(said.state)
    if (!before && isBack && parts.left && !isNothing(parts.left.update)) {
      Y.applyUpdate(doc, parts.left.update, this)
      this.own = [{ number: null, update: parts.left.update, isTaken: false }]
    }
    // what is there of its own would have Yjs take another number
    doc.clientID = said.client
    this.epoch = said.epoch
    this.client = said.client
    this.key = said.key
    this.isIn = true
    this.next = 0
    this.mayWrite = said.mayWrite
    this.kind = said.kind
    this.sendAnew()
    if (doc === before) return parts.news.rights(said.mayWrite)
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this && this.doc === doc) this.wrote(update)
    })
    this.isReady = false
    const begun = parts.news.begun({
      doc,
      kind: said.kind,
      hash: said.hash,
      isBack,
      withLeft: isBack ? null : left,
      outside: outside ?? null,
      before: before && { kind, taken: () => docOf(taken) }
    })
    parts.news.rights(said.mayWrite)
    before?.destroy()
    void begun.then(() => {
      if (this.doc !== doc) return
      this.isReady = true
      this.save()
    })
  }

  /** All that is not in the file once more, in one: what is there already counts once. */
  private sendAnew(): void {
    const { unsaved } = this
    if (!unsaved || this.own.length === 0) return
    this.own = [{ number: null, update: unsaved.update, isTaken: false }]
    this.save()
  }

  private wrote(update: Uint8Array): void {
    this.own.push({ number: null, update, isTaken: false })
    this.sending ??= setTimeout(() => this.send(), TOGETHER)
  }

  private send(): void {
    clearTimeout(this.sending)
    this.sending = undefined
    if (!this.isIn || !this.mayWrite || !this.isReady) return
    const news = this.own.filter(({ number }) => number === null)
    if (news.length === 0) return
    const update = Y.mergeUpdates(news.map((one) => one.update))
    if (update.length > MOST_FRAME - 1024)
      return this.parts.news.refused('too-large', 'This is too much to be written in one go.')
    const number = this.next++
    this.own = [...this.own.filter((one) => one.number !== null), { number, update, isTaken: false }]
    this.place.say({ say: 'update', number, bytes: update })
  }

  private rejected(reason: string, message: string): void {
    if (reason === 'forbidden') {
      this.mayWrite = false
      return this.parts.news.rights(false)
    }
    if (!passing.has(reason)) return this.parts.news.refused(reason, message)
    // what follows builds on it, and is not taken either
    this.isIn = false
    if (reason !== 'gap' && reason !== 'closed') this.parts.news.notSaved(reason, message)
    const wait = Math.min(MOST_AGAIN, FIRST_AGAIN * 2 ** this.failures)
    this.failures += 1
    clearTimeout(this.again)
    this.again = setTimeout(() => this.rejoin(), reason === 'gap' && this.failures === 1 ? 0 : wait)
  }

  private take(update: Uint8Array): void {
    this.know(update)
    if (this.doc) Y.applyUpdate(this.doc, update, this)
  }

  /** The service has these. */
  private isTaken(is: (own: Own) => boolean): void {
    for (const own of this.own) {
      if (own.isTaken || !is(own)) continue
      own.isTaken = true
      this.know(own.update)
    }
  }

  private know(update: Uint8Array): void {
    this.taken.push(update)
    if (this.taken.length > MOST_PIECES) this.taken = [Y.mergeUpdates(this.taken)]
  }

  /** At once, or in order after what waits already. */
  private later(change: () => void): void {
    if (this.waiting.length === 0 && !this.parts.isBusy()) return change()
    this.waiting.push(change)
    this.showing ??= setTimeout(() => this.show(), LONGEST_WAIT)
  }
}

const nothing = (): Uint8Array => Y.encodeStateAsUpdate(new Y.Doc())
const isNothing = ({ length }: Uint8Array) => length <= nothing().length

function docOf(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc()
  for (const update of updates) Y.applyUpdate(doc, update)
  return doc
}

/** A document of these; null where they build on what is not in them. */
function wholeOf(updates: readonly Uint8Array[]): Y.Doc | null {
  const doc = docOf(updates)
  if (!doc.store.pendingStructs && !doc.store.pendingDs) return doc
  doc.destroy()
  return null
}
