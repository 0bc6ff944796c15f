import type * as Y from 'yjs'
import { withinBounds } from '../../bounds'
import {
  documentParts,
  parseDocument,
  seemsStructured,
  typedData,
  WrittenBlocks,
  type StructuredDocument
} from '../../formats/structured'
import { frameText } from '../../formats/structured/merge'
import { isJsonArray, sameJson, type JsonValue } from '../../json/value'
import { valueAt, type Pointer } from '../../json/pointer'
import { readSchema, type Schema } from '../../schema'
import type { TextParts } from '../../text-parts'
import { wellFormed } from '../flat/formats'
import { FormData } from './form-data'
import { BY, valueIn } from './form-values'
import { carriedData } from './form-merge'
import { spotAt, writeData } from './form-writing'
import type { Item } from './items'
import { beginningIn, hasLetters } from './form-text'
import { indexOfPlace, letterPlace, lettersOf, type LetterPlace, type Letters } from './letters'
import { Overlay } from './overlay'

/** What was written here into a field lately, and somebody else wrote over. */
export interface ReplacedField {
  readonly pointer: Pointer
  readonly value: JsonValue
}

/** A schema whose text is longer is not shared: the document is saved as a whole. */
const MOST_SCHEMA = 256 * 1024

const FORM = 'form'
const SCHEMA = 'schema'

/**
 * The data of a structured document that several people write in, as one of them sees it: its seed, and what is
 * set over that. It is written with the schema of whoever wrote last, which is shared as well: the order of
 * members is the schema's. To be closed.
 */
export class SharedForm {
  readonly overlay: Overlay
  /** What it was filled from. */
  readonly document: StructuredDocument
  private readonly map: Y.Map<unknown>
  /** The schema of this window; null: it has none. */
  private own: { readonly text: string; readonly data: FormData } | null = null
  private shared: { readonly text: string | null; readonly data: FormData }
  private shown: JsonValue
  private written: { readonly data: JsonValue; readonly parts: TextParts } | null = null
  private readonly blocks = new WrittenBlocks()

  /**
   * @param document what it was filled from
   * @param changed told when others, or an undo, have made it another one
   */
  constructor(
    private readonly doc: Y.Doc,
    document: StructuredDocument,
    changed: (replaced: readonly ReplacedField[]) => void = () => {}
  ) {
    this.document = document
    this.map = doc.getMap(FORM)
    this.shared = { text: null, data: new FormData(document.data, null) }
    this.overlay = new Overlay(doc, (replaced) => {
      const before = this.shown
      this.project()
      if (this.shown !== before) changed(this.fieldsIn(replaced))
    })
    this.shown = this.project()
  }

  /** As this window's schema means it; the very same objects as before where nothing has changed. */
  get data(): JsonValue {
    return this.shown
  }

  /** From now on it is shown, and written, by this schema. @returns false for one that is too large to be shared */
  useSchema(text: string, schema: Schema): boolean {
    if (text.length > MOST_SCHEMA) return false
    if (this.own?.text === text && this.own.data.schema === schema) return true
    this.own = { text, data: new FormData(this.document.data, schema) }
    this.project()
    return true
  }

  /** The text of a file that holds it. */
  source(): string {
    return this.parts().join('')
  }

  /** The same in parts: what did not change is the very same part. */
  parts(): TextParts {
    const { data: form } = this.sharedNow()
    const data = form.now(this.overlay.root)
    if (this.written?.data === data) return this.written.parts
    const { document, blocks } = this
    const parts =
      data === form.first
        ? [document.source.html]
        : documentParts(
            { metadata: document.metadata, data },
            { from: document, schema: form.schema, known: blocks }
          )
    this.written = { data, parts }
    return parts
  }

  /** Writes what somebody has made of `data`. Afterwards `data` is that, or the nearest that can be written. */
  edit(now: JsonValue): void {
    if (now === this.shown) return
    const { overlay, doc, map, own, shown } = this
    doc.transact(() => {
      if (own && map.get(SCHEMA) !== own.text) map.set(SCHEMA, own.text)
      overlay.edit((write) =>
        writeData(
          {
            data: this.form,
            root: overlay.root,
            write,
            newId: overlay.newIds(),
            salt: overlay.salt,
            own: overlay.own,
            isOfStep: (entry) => overlay.isOfStep(entry)
          },
          shown,
          now
        )
      )
    }, overlay)
    this.project()
  }

  /** Whether it can be written as exactly this text: a change of more than its data cannot be shared. */
  holds(text: string): boolean {
    const { document } = this
    if (text === document.source.html || text === this.source()) return true
    const other = formIn(text)
    if (!other || !isSameFrame(document, other)) return false
    const { schema } = this.sharedNow().data
    const data = typedData(schema, other.data)
    const isSame = sameJson(data, typedData(schema, document.data))
    return (
      !isSame &&
      documentParts({ metadata: document.metadata, data }, { from: document, schema }).join('') === text
    )
  }

  /**
   * Takes in what somebody has made of `base` elsewhere: what they changed is changed here. False, and nothing is
   * done, for texts that are no forms, and where more than the data was changed.
   */
  carry(base: string, mine: string): boolean {
    const [before, after] = [formIn(base), formIn(mine)]
    if (!before || !after || !isSameFrame(before, after) || !isSameMarkup(before, after)) return false
    const { schema } = this.form
    const [was, now] = [before, after].map(({ data }) => typedData(schema, data))
    if (was === undefined || now === undefined) return false
    const merged = carriedData(was, now, this.shown, schema?.root ?? null)
    this.overlay.separate()
    this.edit(merged)
    return true
  }

  /** Takes the last step back. @returns false where that changes nothing any more */
  undo(): boolean {
    return this.taken(() => this.overlay.undo())
  }

  redo(): boolean {
    return this.taken(() => this.overlay.redo())
  }

  /** The items of a list of `data`, the very same array until items come, go or move; null where there is none. */
  itemsAt(pointer: Pointer): readonly Item[] | null {
    const list = valueAt(this.shown, pointer)
    return isJsonArray(list) ? this.form.itemsOf(list) : null
  }

  /** What leads to a place of `data` also when items come, go and move; null for none. */
  pathOf(pointer: Pointer): string | null {
    return this.form.pathOf(this.shown, pointer)
  }

  pointerOf(path: string): Pointer | null {
    return this.form.pointerOf(this.shown, path)
  }

  /** The letter before a place of a long text, which stays whatever others write; null where it has no letters. */
  letterAt(pointer: Pointer, index: number): LetterPlace | null {
    const letters = this.lettersAt(pointer)
    return letters && letterPlace(letters, index)
  }

  /** Where a letter is in a long text now: behind it, or where it stood; null where it has no letters. */
  indexOfLetter(pointer: Pointer, place: LetterPlace): number | null {
    const letters = this.lettersAt(pointer)
    return letters && indexOfPlace(letters, place)
  }

  close(): void {
    this.overlay.close()
  }

  private get form(): FormData {
    return this.own?.data ?? this.sharedNow().data
  }

  /** By the schema that is shared. */
  private sharedNow() {
    const text = this.map.get(SCHEMA)
    const known = typeof text === 'string' && text.length <= MOST_SCHEMA ? text : null
    if (known === this.shared.text) return this.shared
    if (known !== null && known === this.own?.text) this.shared = this.own
    else this.shared = { text: known, data: dataBy(this.document.data, known) }
    this.written = null
    return this.shared
  }

  private lettersAt(pointer: Pointer): Letters | null {
    const [path, value] = [this.pathOf(pointer), valueAt(this.shown, pointer)]
    if (path === null || (value !== undefined && typeof value !== 'string')) return null
    const spot = spotAt(this.overlay.root, path)
    const text = spot && hasLetters(spot) ? this.form.textRead(spot) : null
    return text?.isSet === true ? null : (text?.letters ?? lettersOf(value ?? '', undefined))
  }

  private project(): JsonValue {
    return (this.shown = this.form.now(this.overlay.root))
  }

  private taken(take: () => void): boolean {
    const before = this.shown
    take()
    return this.project() !== before
  }

  private fieldsIn(replaced: ReadonlyMap<string, unknown>): readonly ReplacedField[] {
    return [...replaced].flatMap(([path, kept]) => {
      const pointer = this.pointerOf(path.slice(0, Math.max(0, path.lastIndexOf(BY))))
      const value = valueIn({ mark: '', clock: 0, value: kept })
      // of what letters begin with, nothing is written over
      const isNone = value === undefined || beginningIn(kept) !== null
      return pointer === null || pointer === '' || isNone ? [] : [{ pointer, value }]
    })
  }
}

/** The document in a text that can be shared as a form: all of it is data that can be read and written. */
function formIn(text: string): StructuredDocument | null {
  if (!seemsStructured(text) || wellFormed(text) !== text) return null
  const reading = withinBounds(() => parseDocument(text))
  if (!reading || !('document' in reading)) return null
  const { document } = reading
  return document.problems.length === 0 && document.source.blocks.length > 0 ? document : null
}

/** @throws Error for a text that is no form */
export function formOf(text: string): StructuredDocument {
  const document = formIn(text)
  if (document) return document
  throw new Error('This text is no form.')
}

/** Whether a text can be shared as a form. */
export const isForm = (text: string): boolean => formIn(text) !== null

/** Of a schema that cannot be followed nothing is known. */
const dataBy = (seed: JsonValue, text: string | null): FormData =>
  (text === null ? null : withinBounds(() => new FormData(seed, readSchema(text).schema))) ??
  new FormData(seed, null)

/** What is round the data is the same. */
function isSameFrame(one: StructuredDocument, other: StructuredDocument): boolean {
  return (
    one.metadata.title === other.metadata.title &&
    one.metadata.schemaName === other.metadata.schemaName &&
    frameText(one) === frameText(other)
  )
}

/** Values are not set otherwise than before, such as bold: as data that would be lost. */
const isSameMarkup = (
  { source: before }: StructuredDocument,
  { source: after }: StructuredDocument
): boolean => [...after.raw].every(([pointer, { html }]) => before.raw.get(pointer)?.html === html)
