import * as Y from 'yjs'
import type { Person } from '../../common/person'
import type { RoomKind } from '../../common/rooms/epoch'
import type { Here } from '../../common/rooms/frames'
import {
  JoinedDocument,
  type Begun,
  type DocumentNews,
  type Unsaved
} from '../../common/rooms/window/joined-document'
import type { JoinsOn } from './lines'

/** What a relay hears of one of its sides. */
interface Heard {
  /** Something has come, or is saved, or the side is there again. */
  changed(): void
  /** The document cannot go on as it was. `isForGood`: the sync has it now. */
  over(isForGood: boolean): void
  people(people: readonly Here[]): void
}

/** One of the two documents that a relay keeps alike. */
export class Side implements DocumentNews {
  doc: Y.Doc | null = null
  kind: RoomKind = 'text'
  /** Of what its file holds, as far as is known. */
  hash = ''
  /** What was under way when it was left is in it. */
  isBack = false
  /** Who wrote last. */
  writer: Person | null = null
  /** Since when it is not there; null: it is. */
  awaySince: number | null = Date.now()
  private waiting: Uint8Array[] = []
  private people: readonly Here[] = []
  private readonly document: JoinedDocument

  constructor(
    line: JoinsOn,
    given: { readonly path: string; readonly session: string; readonly left: Unsaved | null },
    private readonly heard: Heard
  ) {
    this.document = new JoinedDocument({
      line,
      path: () => given.path,
      session: given.session,
      left: given.left,
      isBusy: () => false,
      news: this
    })
  }

  /** How whoever relays goes on with it, with what may not have arrived; null while it is not there. */
  get unsaved(): Unsaved | null {
    return this.document.unsaved
  }

  /** Its file holds all that was written from here. */
  get isSaved(): boolean {
    return !this.document.isUnsaved
  }

  get hasNews(): boolean {
    return this.waiting.length > 0
  }

  /** What has come since it was asked last. */
  news(): Uint8Array | null {
    const { waiting } = this
    this.waiting = []
    return waiting.length > 0 ? Y.mergeUpdates(waiting) : null
  }

  write(update: Uint8Array): void {
    if (!this.doc) return
    // it is written elsewhere: Yjs would take another number for it, and say so
    this.doc.clientID = 0
    Y.applyUpdate(this.doc, update, this)
  }

  save(): void {
    this.document.save()
  }

  /** Whoever stands for the others is not at the keys where they are not. */
  idle(isIdle: boolean): void {
    this.document.here(null, undefined, isIdle)
  }

  end(): void {
    this.document.end()
  }

  begun({ doc, kind, hash, isBack, withLeft, outside }: Begun): Promise<void> {
    withLeft?.destroy()
    if (this.doc) this.heard.over(false)
    else {
      this.doc = doc
      this.kind = kind
      this.hash = hash
      this.isBack = isBack
      if (outside) this.writer = outside.by
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin === this) return
        this.waiting.push(update)
        this.writer = this.writerOf(update) ?? this.writer
        this.heard.changed()
      })
    }
    return Promise.resolve()
  }

  saved(hash: string): void {
    this.hash = hash
    this.heard.changed()
  }

  notSaved(): void {
    // it is tried again
  }

  outside(by: Person, _isProgram: boolean, change: () => void): void {
    change()
    this.writer = by
  }

  moved(): void {
    this.heard.over(true)
  }

  deleted(): void {
    this.heard.over(true)
  }

  back(): void {
    this.heard.over(true)
  }

  rights(mayWrite: boolean): void {
    if (!mayWrite) return this.heard.over(true)
    this.awaySince = null
    this.heard.changed()
  }

  refused(reason: string): void {
    this.heard.over(!passing.has(reason))
  }

  came(): void {
    // the document tells of each update
  }

  here(people: readonly Here[]): void {
    this.people = people
    this.heard.people(people)
  }

  away(): void {
    this.awaySince ??= Date.now()
    this.heard.people([])
    this.heard.changed()
  }

  private writerOf(update: Uint8Array): Person | null {
    const clients = new Set(Y.decodeUpdate(update).structs.map(({ id }) => id.client))
    const found = this.people.find(({ client }) => clients.has(client))
    return found ? { email: found.email, ...(found.name !== undefined && { name: found.name }) } : null
  }
}

/** What may be otherwise in a moment. */
const passing: ReadonlySet<string> = new Set([
  'closed',
  'too-many',
  'internal',
  'io-failed',
  'disk-full',
  'cancelled'
])
