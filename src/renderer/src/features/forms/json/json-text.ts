import { sameJson, type JsonValue } from '../../../../../common/schema'
import { createSignal } from '../../../state/signal'
import type { FormStore } from '../../../engines/form/store/form-store'
import { readData, writtenData, type DataReading } from './read-data'

/** Typing is read this many milliseconds after it pauses, and whenever the document is saved or kept. */
const PAUSE = 150

/** What keeps a text from being the document's data. */
export type JsonTrouble =
  | Extract<DataReading, { kind: 'broken' }>
  /** The document has changed in the same places since the text was last right. */
  | { readonly kind: 'meets' }

/** The document's side. */
interface JsonHost {
  /** The form's data while a schema is there. */
  readonly store: () => FormStore | null
  /** Something was typed: told at once, so that the draft and the status know. */
  readonly typed: () => void
  /** Both sides' changes in one; null when they meet. */
  readonly merge: (base: JsonValue, mine: JsonValue, theirs: JsonValue) => JsonValue | null
}

/**
 * The data of a document as JSON that can be typed in. Text that is right goes through the form's store, so
 * undo, checks and saving are the form's. Text that is not stays as it is, beside the document, until it is
 * mended or let go.
 */
export class JsonText {
  /** Told when the text, or what is wrong with it, changes. */
  readonly changed = createSignal<void>()
  private current: string
  /** The data that the text stands for, or last stood for. */
  private base: JsonValue
  private troubled: JsonTrouble | null = null
  private pending = false
  private settling = false
  private timer: ReturnType<typeof setTimeout> | null = null
  /** The text comes from an earlier time of this machine. */
  restored = false

  constructor(private readonly host: JsonHost) {
    this.base = host.store()?.data ?? {}
    this.current = writtenData(this.base)
  }

  get text(): string {
    return this.current
  }

  /** Why the text is not the document's data; null when it is, or has not been read yet. */
  get trouble(): JsonTrouble | null {
    return this.troubled
  }

  /** The data that the text was last right about. */
  get standsFor(): JsonValue {
    return this.base
  }

  get isPending(): boolean {
    return this.pending
  }

  /** A person typed. */
  type(text: string): void {
    if (text === this.current) return
    this.current = text
    this.pending = true
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.settle(), PAUSE)
    this.host.typed()
  }

  /** Reads what was typed, now. */
  settle(): void {
    this.stop()
    const store = this.host.store()
    if (!this.pending || !store || this.settling) return
    this.pending = false
    this.settling = true
    try {
      this.become(this.taken(store))
    } finally {
      this.settling = false
    }
  }

  /**
   * The document changed in the form or from elsewhere: the text follows, unless it holds something of its
   * own.
   */
  follow(): void {
    if (this.catchUp()) this.changed.notify()
  }

  /** The same without telling anybody. @returns whether the text is another one now */
  catchUp(): boolean {
    const store = this.host.store()
    if (!store || this.settling || this.pending || this.troubled) return false
    if (sameJson(store.data, this.base)) return false
    this.base = store.data
    this.current = writtenData(store.data)
    return true
  }

  /** The person decides for the text: it replaces what the document holds. */
  insist(): void {
    const store = this.host.store()
    const reading = store && readData(this.current, store.schema, store.data)
    if (!store || !reading) return
    if (reading.kind === 'broken') return this.become(reading)
    this.base = store.data
    this.pending = true
    this.settle()
  }

  /** The person lets the text go: it is the document's data again. */
  discard(): void {
    this.stop()
    this.pending = false
    this.restored = false
    this.base = this.host.store()?.data ?? this.base
    this.current = writtenData(this.base)
    this.become(null)
  }

  /** What is wrong may be another thing now that the schema is there, or is another one. */
  recheck(): void {
    if (this.troubled) this.become(this.readingOf(this.current) ?? { kind: 'meets' })
  }

  /** Brings back what an earlier time left. */
  restore(text: string, base: JsonValue): void {
    this.current = text
    this.base = base
    this.restored = true
    this.become(this.readingOf(text) ?? { kind: 'meets' })
  }

  /** Ends the timer; what is pending is read first. */
  close(): void {
    this.settle()
    this.stop()
  }

  /** Why the text is no data; null when it would be. */
  private readingOf(text: string): JsonTrouble | null {
    const store = this.host.store()
    if (!store) return null
    const reading = readData(text, store.schema, store.data)
    return reading.kind === 'broken' ? reading : null
  }

  /** Puts the text's data into the store. @returns what is in the way */
  private taken(store: FormStore): JsonTrouble | null {
    const reading = readData(this.current, store.schema, store.data)
    if (reading.kind === 'broken') return reading
    const theirs = sameJson(store.data, this.base) ? null : store.data
    const data = theirs === null ? reading.data : this.host.merge(this.base, reading.data, theirs)
    if (data === null) return { kind: 'meets' }
    store.take(data, 'Change the JSON')
    this.base = store.data
    this.restored = false
    if (theirs !== null && !sameJson(data, reading.data)) this.current = writtenData(store.data)
    return null
  }

  private become(trouble: JsonTrouble | null): void {
    this.troubled = trouble
    this.changed.notify()
  }

  private stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }
}
