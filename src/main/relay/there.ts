import * as Y from 'yjs'
import { namedOnly, type Person } from '../../common/person'
import type { RoomKind } from '../../common/rooms/epoch'
import type { Here as Somebody } from '../../common/rooms/frames'
import {
  JoinedDocument,
  type Begun,
  type DocumentNews,
  type Unsaved
} from '../../common/rooms/window/joined-document'
import type { RoomsLine } from '../../common/rooms/window/rooms-line'
import type { WhyApart } from '../../common/sync'
import { covers } from './covers'

/** What is heard of the document there. */
interface Heard {
  /** It is there again, or not any more, or saved. */
  changed(): void
  /** Somebody has written there: these, as far as is known. */
  wrote(update: Uint8Array, by: readonly Person[]): void
  /** It is to be taken over anew. @param known what it had for certain, to be destroyed; null: that is not known */
  anew(known: Y.Doc | null): void
  /** It may be read there, and not be written any more. */
  readOnly(): void
  /** It cannot go on as it was. `isForGood`: the sync has it now. */
  over(isForGood: boolean, why: WhyApart): void
  people(people: readonly Somebody[]): void
}

/** How it is written in there. */
export type Written = Pick<Unsaved, 'epoch' | 'client' | 'key'>

/** Where what was written here goes by: whatever else is heard of the copy was written there. */
const HERE = 'here'

/** The document at the server, with what was written here and is on its way. */
export class There implements DocumentNews {
  doc: Y.Doc | null = null
  kind: RoomKind = 'text'
  /** Of what its file holds, as far as is known. */
  hash = ''
  /** It is the document that was written in before. */
  isBack = false
  /** Who wrote last, as far as is known. */
  private writers: readonly Person[] = []
  /** Since when it is not there; null: it is. */
  awaySince: number | null = Date.now()
  /** Nothing gets through to it. */
  isCut = false
  /** When the line was cut something was under way. */
  private isUnsure = false
  private isAllSaved = false
  /** What its file holds, as a state vector, as far as is known. */
  private vector: Uint8Array | null = null
  private people: readonly Somebody[] = []
  /** Where those who are here were, and who of them moved last. */
  private places: ReadonlyMap<number, Uint8Array | null> = new Map()
  private last: number | null = null
  private readonly document: JoinedDocument

  constructor(
    line: RoomsLine,
    given: { readonly path: string; readonly session: string; readonly written: Written | null },
    private readonly heard: Heard
  ) {
    const { path, session, written } = given
    this.document = new JoinedDocument({
      line,
      path: () => path,
      session,
      left: written && { ...written, update: Y.encodeStateAsUpdate(new Y.Doc()) },
      isMany: true,
      isBusy: () => false,
      news: this
    })
  }

  /** Null while it is not joined. */
  get written(): Written | null {
    return this.document.unsaved
  }

  /** Its file holds all of the document. */
  get isSaved(): boolean {
    return this.isAllSaved && !this.document.isUnsaved
  }

  /** What it has for certain; null where something may have arrived or not. To be destroyed. */
  known(): Y.Doc | null {
    return this.isUnsure || this.document.isUnderWay ? null : this.document.known()
  }

  /** What its file holds, where that is all that is there as far as is known; else null. To be destroyed. */
  inFile(): Y.Doc | null {
    const known = this.known()
    if (!known || (this.vector && covers(this.vector, known))) return known
    known.destroy()
    return null
  }

  /** What was written here goes there. */
  write(update: Uint8Array): void {
    if (!this.doc) return
    this.isAllSaved = false
    // it is written elsewhere: Yjs would take another number for it, and say so
    this.doc.clientID = 0
    Y.applyUpdate(this.doc, update, HERE)
  }

  save(): void {
    this.document.save()
  }

  /** Whoever stands for those who are here is where the one is who moved last, and not at the keys where nobody is. */
  shows(people: readonly Somebody[]): void {
    const isMoved = ({ who, at }: Somebody) => !isSame(at, this.places.get(who) ?? null)
    const last =
      people.find((one) => !one.isIdle && isMoved(one)) ?? people.find((one) => one.who === this.last)
    this.places = new Map(people.map(({ who, at }) => [who, at]))
    const shown = last ?? people[0]
    this.last = shown?.who ?? null
    this.document.here(
      shown?.at ?? null,
      shown?.view,
      people.every(({ isIdle }) => isIdle)
    )
  }

  end(): void {
    this.document.end()
  }

  begun({ doc, kind, hash, isBack, withLeft, outside, before }: Begun): Promise<void> {
    withLeft?.destroy()
    if (before) {
      this.heard.anew(this.isUnsure ? null : before.taken())
      return Promise.resolve()
    }
    this.doc = doc
    this.kind = kind
    this.hash = hash
    this.isBack = isBack
    if (outside) this.writers = [outside.by]
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === HERE) return
      this.isAllSaved = false
      this.heard.wrote(update, this.writersOf(update))
    })
    return Promise.resolve()
  }

  saved(hash: string, hasAll: boolean, _isOwn: boolean, vector: Uint8Array): void {
    this.hash = hash
    this.vector = vector
    this.isAllSaved = hasAll && this.doc !== null && covers(vector, this.doc)
    this.heard.changed()
  }

  notSaved(): void {
    // it is tried again
  }

  outside(by: Person, _isProgram: boolean, change: () => void): void {
    this.writers = [by]
    change()
  }

  moved(): void {
    this.heard.over(true, 'moved')
  }

  deleted(): void {
    this.heard.over(true, 'moved')
  }

  back(): void {
    this.heard.over(true, 'moved')
  }

  rights(mayWrite: boolean): void {
    this.isCut = false
    if (!mayWrite) return this.heard.readOnly()
    this.awaySince = null
    this.isUnsure = false
    this.heard.changed()
  }

  refused(reason: string): void {
    // nothing of it was taken: it is begun once more, from what is there for certain
    if (wrong.has(reason) && this.doc) this.heard.anew(this.known())
    else this.heard.over(!passing.has(reason), whyOf[reason] ?? 'failed')
  }

  came(): void {
    // the document tells of each update
  }

  here(people: readonly Somebody[]): void {
    this.people = people
    this.heard.people(people)
  }

  away(): void {
    this.awaySince ??= Date.now()
    this.isCut = true
    this.isUnsure ||= this.document.isUnderWay
    this.heard.people([])
    this.heard.changed()
  }

  /** Who wrote this: those who are there by whose numbers it is, else who wrote last, as far as is known. */
  writersOf(update: Uint8Array): readonly Person[] {
    const clients = new Set(Y.decodeUpdate(update).structs.map(({ id }) => id.client))
    const found = this.people.filter(({ client }) => clients.has(client))
    if (found.length > 0) this.writers = found.map(namedOnly)
    return this.writers
  }
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === other || (one !== null && other !== null && Buffer.compare(one, other) === 0)

/** What is refused because of by whom it is, or how it is made. */
const wrong: ReadonlySet<string> = new Set(['foreign', 'malformed'])

/** What is refused for a reason that people can do something about. */
const whyOf: Readonly<Record<string, WhyApart>> = {
  forbidden: 'may-not-read',
  'not-found': 'moved',
  'too-large': 'unfit',
  'bad-request': 'unfit'
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
