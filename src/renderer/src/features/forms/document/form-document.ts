import { type Schema, defaultsFor, hasContent, type JsonValue } from '../../../../../common/schema'
import {
  documentParts,
  newDocument,
  parseDocument,
  typedData,
  writeDocument,
  WrittenBlocks,
  type DocumentMetadata,
  type StructuredDocument
} from '../../../../../common/formats/structured'
import { mergedValue } from '../../../../../common/formats/json/merge/merge'
import { isBeyondBounds, withinBounds } from '../../../../../common/bounds'
import type { TextParts } from '../../../../../common/text-parts'
import { nameOf, splitName } from '../../../../../common/content/paths'
import type { Shared } from '../../../../../common/rooms/window/shared'
import type { SharedFields } from '../../../../../common/rooms/window/shared-fields'
import type { DocumentSession } from '../../../documents'
import type { TextBuffer } from '../../../documents/text-buffer'
import { JsonText } from '../json/json-text'
import { tellReplaced } from './replaced'
import { FormStore } from '../../../engines/form/store/form-store'
import { createSignal } from '../../../state/signal'

/** While somebody types, the session hears of it at once and then this often; a pause is told as well. */
const TELL_EVERY = 200

/** What a document's text is, read as structured content. */
type Reading =
  | { readonly kind: 'structured'; readonly document: StructuredDocument }
  /** Nothing in it yet: a schema is to be chosen. */
  | { readonly kind: 'empty' }
  /** A page that is no structured content, or more of it than is read (X5). */
  | { readonly kind: 'other' }

interface OpenForm {
  readonly schema: Schema
  /** Of the schema; null: the form is not shared. */
  readonly text: string | null
  readonly store: FormStore
  readonly metadata: DocumentMetadata
}

/**
 * An open structured document: the session's text as a form. The text is written only when somebody needs it
 * (a save, a draft), never for each key stroke; what comes from elsewhere becomes one step of the form's
 * history.
 */
export class FormDocument implements TextBuffer {
  readonly changed = createSignal<void>()
  /** Null until the parts are asked for as one text. */
  private text: string | null
  private inParts: TextParts
  private dirty = false
  private reading: Reading
  private open: OpenForm | null = null
  /** What others write in too; null while nobody can. */
  private shared: SharedFields | null = null
  /** It is shared as something else, or cannot be: it is saved as a whole. */
  private isApart = false
  private jsonText: JsonText | null = null
  private stopListening: (() => void) | null = null
  private lastTold = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private readonly writtenBlocks = new WrittenBlocks()

  constructor(private readonly session: DocumentSession) {
    const text = session.text()
    this.text = text
    this.inParts = [text]
    this.reading = readText(text)
  }

  /** The form takes the text over, if another view has had it. */
  takeOver(): void {
    if (this.session.attached === this) return
    const text = this.session.text()
    // before it is shared: what was typed elsewhere may not be shared yet
    if (text !== this.read()) this.write(text)
    // what it is shared as is asked anew
    this.isApart = false
    this.session.attach(this)
  }

  /** Only what can all be read and written is written by several people (RT7). */
  get isWhole(): boolean {
    const { reading } = this
    return this.isApart || reading.kind !== 'structured' || reading.document.problems.length > 0
  }

  share(shared: Shared | null, base: string | null): boolean {
    if (this.shared) {
      // the text goes on as it is
      this.parts()
      this.shared.changed = null
      this.shared.replaced = null
    }
    this.shared = null
    const { open, reading } = this
    if (shared?.kind !== 'form' || reading.kind !== 'structured') {
      open?.store.share(null)
      this.isApart ||= shared !== null && shared.kind !== 'form'
      return false
    }
    if (reading.document.problems.length === 0) shared.shownAs(reading.document)
    if (open && !isBySchema(shared, open)) {
      open.store.share(null)
      this.isApart = true
      return false
    }
    const mine = this.read()
    // how it is written is the file's
    if (base !== null && base !== mine && !shared.carryValues(base, mine)) return false
    this.shared = shared
    this.take(shared, !hasContent(reading.document.data))
    shared.changed = () => this.follow()
    shared.replaced = (fields) => this.open && tellReplaced(fields, this.open.store, shared)
    if (this.read() !== mine) this.session.followed()
    return true
  }

  isPending(): boolean {
    return this.jsonText?.isPending === true
  }

  settle(): void {
    this.settleJson()
  }

  now(): Reading {
    return this.reading
  }

  /**
   * The form's data while a schema is there; made anew when the schema changes.
   * @param text of the schema; null: the form is not shared
   * @throws GalleyError too-complex when the schema makes more of it than is asked about (X5)
   */
  storeFor(schema: Schema, readOnly: boolean, text: string | null = null): FormStore | null {
    if (this.reading.kind !== 'structured') return null
    if (this.open?.schema === schema && this.open.store.readOnly === readOnly) return this.open.store
    const { metadata, data } = this.reading.document
    if (this.shared && !isBySchema(this.shared, { schema, text })) this.setApart()
    const current = this.shared?.data ?? (this.open ? this.open.store.data : data)
    const start = hasContent(current) ? typedData(schema, current) : defaultsFor(schema)
    // what was typed a moment before goes on its way
    if (this.timer) queueMicrotask(() => this.notify())
    const store = this.begin({ schema, text, metadata }, start, readOnly)
    if (this.shared) store.share(this.shared, !hasContent(current))
    return store
  }

  /** It is saved as a whole from now on. */
  private setApart(): void {
    if (this.isApart) return
    this.isApart = true
    if (this.session.attached === this) this.session.attach(this)
  }

  /** What others write in too is what is shown. */
  private take(shared: SharedFields, wasEmpty: boolean): void {
    const { open, reading } = this
    const { document } = shared
    const name = reading.kind === 'structured' ? reading.document.metadata.schemaName : null
    this.reading = { kind: 'structured', document }
    if (open && name === document.metadata.schemaName) {
      this.open = { ...open, metadata: document.metadata }
      this.quietly(() => open.store.share(shared, wasEmpty && !hasContent(shared.data)))
    } else this.end()
    this.changed.notify()
  }

  /** Takes in what others wrote. */
  private follow(): void {
    this.quietly(() => this.open?.store.follow())
    this.session.followed()
  }

  /**
   * First opening: an empty document becomes one of this schema, in memory; the first change writes it (map
   * A).
   */
  choose(id: string, schema: Schema, text: string | null = null): void {
    const title = splitName(nameOf(this.session.path)).name
    const content = newDocument({ title, schemaName: id, data: {} })
    const reading = readText(writeDocument(content))
    if (reading.kind !== 'structured') return
    this.reading = { kind: 'structured', document: { ...reading.document, metadata: content.metadata } }
    this.begin({ schema, text, metadata: content.metadata }, defaultsFor(schema), false)
    this.fresh = true
    this.changed.notify()
  }

  /** True once after a schema was chosen: the person goes on in the first field. */
  takeFresh(): boolean {
    const { fresh } = this
    this.fresh = false
    return fresh
  }

  /** The data as it is now, also while no schema is there. */
  data(): JsonValue {
    if (this.open) return this.open.store.data
    return this.reading.kind === 'structured' ? this.reading.document.data : {}
  }

  get metadata(): DocumentMetadata | null {
    return this.reading.kind === 'structured' ? this.reading.document.metadata : null
  }

  /** The data as JSON that can be typed in. */
  get json(): JsonText {
    return (this.jsonText ??= new JsonText({
      store: () => this.open?.store ?? null,
      typed: () => this.touched(),
      merge: (base, local, remote) => mergedValue({ base, local, remote })
    }))
  }

  read(): string {
    this.parts()
    return (this.text ??= this.inParts.join(''))
  }

  parts(): TextParts {
    this.settleJson()
    if (this.shared) {
      const parts = this.shared.parts()
      if (parts !== this.inParts) this.text = null
      this.inParts = parts
      this.dirty = false
    } else if (this.dirty && this.open && this.reading.kind === 'structured') {
      this.inParts = this.written(this.open.store.data)
      this.text = null
      this.dirty = false
    }
    return this.inParts
  }

  write(text: string): void {
    if (this.shared) return this.writeShared(text)
    this.text = text
    this.inParts = [text]
    this.dirty = false
    const before = this.metadata?.schemaName
    this.reading = readText(text)
    if (
      this.open &&
      this.reading.kind === 'structured' &&
      before === this.reading.document.metadata.schemaName
    ) {
      this.quietly(() => this.takeData())
    } else this.end()
    this.changed.notify()
  }

  /** Of what others write in too, the data is what can be written. */
  private writeShared(text: string): void {
    const reading = readText(text)
    if (reading.kind !== 'structured' || !this.shared) return
    const { open } = this
    if (open) this.quietly(() => open.store.replace(typedData(open.schema, reading.document.data)))
    else this.shared.carryValues(this.shared.source(), text)
  }

  /** The document is closed for good. */
  close(): void {
    this.jsonText?.close()
    this.end()
  }

  private begin(form: Omit<OpenForm, 'store'>, data: JsonValue, readOnly: boolean): FormStore {
    this.end()
    const store = new FormStore(form.schema, data, readOnly)
    this.open = { ...form, store }
    this.stopListening = store.changed.subscribe((manner) => this.edited(manner === 'typing'))
    return store
  }

  private end(): void {
    this.stopListening?.()
    this.stopListening = null
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.open = null
  }

  private quiet = false
  private fresh = false
  private quietly(work: () => void): void {
    this.quiet = true
    try {
      work()
    } finally {
      this.quiet = false
    }
  }

  private takeData(): void {
    if (this.reading.kind !== 'structured' || !this.open) return
    try {
      this.open.store.replace(typedData(this.open.schema, this.reading.document.data))
    } catch (error) {
      // no form of it any more: whoever asks for one is told why
      if (!isBeyondBounds(error)) throw error
      this.end()
    }
  }

  /** What is typed as JSON is read at the latest when the text is asked for. */
  private settleJson(): void {
    const { jsonText, open } = this
    if (!jsonText || !open) return
    const before = open.store.data
    this.quietly(() => jsonText.settle())
    if (open.store.data !== before) this.dirty = true
  }

  private edited(typing: boolean): void {
    if (this.quiet) return
    this.dirty = true
    if (typing) this.touched()
    else this.notify()
  }

  /** Something was typed that is in the text as soon as somebody asks for it. */
  private touched(): void {
    const now = performance.now()
    const wait = this.lastTold + TELL_EVERY - now
    if (wait <= 0) return this.notify()
    this.timer ??= setTimeout(() => this.notify(), wait)
  }

  private notify(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.lastTold = performance.now()
    this.session.edited()
  }

  private written(data: JsonValue): TextParts {
    if (this.reading.kind !== 'structured' || !this.open) return this.inParts
    const { document } = this.reading
    const { metadata, schema } = this.open
    return documentParts({ metadata, data }, { from: document, schema, known: this.writtenBlocks })
  }
}

/** Whether what is shared is shown, and written, by this schema from now on. */
const isBySchema = (shared: SharedFields, { schema, text }: Pick<OpenForm, 'schema' | 'text'>): boolean =>
  text !== null && shared.useSchema(text, schema)

export function readText(text: string): Reading {
  const reading = withinBounds(() => parseDocument(text))
  if (!reading) return { kind: 'other' }
  if ('document' in reading) return { kind: 'structured', document: reading.document }
  return reading.refusal === 'empty' ? { kind: 'empty' } : { kind: 'other' }
}
